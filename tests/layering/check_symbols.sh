#!/bin/sh
# usage: check_symbols.sh ROOT LIBRARY...
# Prints every global function and object of the libraries whose name does not say where it belongs; exit 1 if there is any.
# All of them meet in one link, and a reader has to find them. A name of several words begins with one of these, plural or
# not:
# - the name of its file or a word of it: plan_hash, and chunk_own in plan_chunks.c;
# - a folder on its file's path, the layer among them: evaluate_round in src/graph/evaluate;
# - a word of the name of a header in its folder: emit_line, declared in emit_internal.h;
# - a type that a header of its layer defines: hash_map or hashmap for HashMap.
# Skipped (77) where there is no nm.
set -u
LC_ALL=C
export LC_ALL
root=${1:?usage: check_symbols.sh ROOT LIBRARY...}
shift
command -v nm >/dev/null || exit 77

{
  (cd "$root" && find src -name '*.[ch]' | sed 's/^/file /')
  (cd "$root" && find src -name '*.h' | xargs -r grep -HE '^(typedef|struct|enum|union) ' | sed 's/^/type /')
  for library; do nm -A -g --defined-only "$library" 2>/dev/null || exit 2; done |
    awk '$2 ~ /^[TDBRC]$/ && $3 !~ /^__/ { print "name", $1, $3 }' # names with two of them are the compiler's
} | awk '
  # The words of a text between the given separators, each in the set `into`, as "KEY WORD".
  function add(into, key, text, separator, count, words, i) {
    count = split(text, words, separator)
    for (i = 1; i <= count; i++) into[key, words[i]] = 1
  }
  # Is the word in the set, as it is or in the other number?
  function has(set, key, word) {
    if ((key, word) in set || (key, word "s") in set || (key, word "es") in set) return 1
    if (word ~ /ies$/ && (key, substr(word, 1, length(word) - 3) "y") in set) return 1
    if (word ~ /es$/ && (key, substr(word, 1, length(word) - 2)) in set) return 1
    return word ~ /s$/ && (key, substr(word, 1, length(word) - 1)) in set
  }
  function layer_of(path, parts) { split(path, parts, "/"); return parts[2] }
  function folder_of(path) { sub(/\/[^\/]*$/, "", path); return path }
  function stem_of(path) { sub(/.*\//, "", path); sub(/\.[ch]$/, "", path); return path }

  $1 == "file" {
    object = $2
    gsub("/", "_", object)
    path_of[object ".o"] = $2
    if ($2 ~ /\.h$/) add(header, folder_of($2), stem_of($2), "_")
  }
  # "PATH:typedef struct NAME {", "PATH:typedef TYPE NAME;", "PATH:typedef void NAME(...);", "PATH:typedef void (*NAME)(...);"
  $1 == "type" {
    path = $2
    sub(/:.*/, "", path)
    type = $0
    sub(/\(\*/, "", type)
    sub(/[();].*/, "", type)
    sub(/ \{$/, "", type)
    sub(/.*[ *]/, "", type)
    if (type != "") types[layer_of(path), tolower(type)] = 1
  }
  $1 == "name" {
    object = $2
    sub(/:[^:]*$/, "", object)
    sub(/.*[:\/]/, "", object)
    seen++
    if (!(object in path_of)) next # generated
    path = path_of[object]
    split("", own)
    add(own, "", path, "/")
    add(own, "", stem_of(path), "_")
    count = split($3, words, "_")
    belongs = 0
    start = ""
    for (i = 1; i <= count && !belongs; i++) {
      start = start words[i]
      belongs = count > 1 && (has(own, "", start) || has(header, folder_of(path), start) || has(types, layer_of(path), start))
    }
    if (!belongs) { print "does not say where it belongs: " $3 " of " path; found = 1 }
  }
  END {
    if (!seen) print "no globals"
    exit found || !seen
  }'
