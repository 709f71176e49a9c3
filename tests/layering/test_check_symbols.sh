#!/bin/sh
# usage: test_check_symbols.sh CHECKER
# Compiles small libraries and expects the checker to name the globals that do not say where they belong, and those only.
set -u
checker=$1
command -v nm >/dev/null && command -v cc >/dev/null || exit 77
tree=$(mktemp -d) || exit 2
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/src/plan/edit" "$tree/src/cost"
cd "$tree" || exit 2
touch src/plan/edit/cut_rules.c src/plan/edit/undo_internal.h
printf 'typedef struct HashMap {\n} HashMap;\ntypedef void Spell(int *a);\ntypedef int (*Walker)(int a);\ntypedef struct Pin Pin;\n' \
  >src/plan/plan.h
echo 'struct CostModel {' >src/cost/cost.h
failures=0

# check NAME...: the checker on a library whose file src/plan/edit/cut_rules.c has these functions.
check() {
  for name; do echo "int $name(void);int $name(void) { return 0; }"; done >a.c
  cc -c a.c -o src_plan_edit_cut_rules.c.o && rm -f liba.a && ar rc liba.a src_plan_edit_cut_rules.c.o || exit 2
  output=$("$checker" "$tree" liba.a)
}

good="plan_cut edit_open edits_open cut_op rule_all cut_rules_all undo_last hash_map_get hashmap_get spell_it walkers_go pin_set"
check $good || { echo "FAIL good names: $output"; failures=1; }
for name in scatter plan kernel_edge cost_of cost_model_of planned_all hash_get map_get; do
  check plan_cut $name && { echo "FAIL not found: $name"; failures=1; }
  case "$output" in
    "does not say where it belongs: $name of src/plan/edit/cut_rules.c") ;;
    *) echo "FAIL $name: $output"; failures=1 ;;
  esac
done
exit $failures
