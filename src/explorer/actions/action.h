// Actions: everything that a key can do. One row per action: keymap, palette, help and hints are made from
// this table, and from the tabs, each of which has an action of its own that shows it.
#pragma once

#include "explorer/state/explorer.h"
#include "explorer/tabs/tabs.h"

// id, palette name, keys (separated by blanks), hint (NULL: not in the hints), group, help, function, when
// available. Functions are action_<function>(Explorer *); availability is off_<name>(const Explorer *): NULL
// or why not.
// T(id): where lists of actions name that tab's; those of other tabs come last.
#define ACTIONS(X, T) \
  X(FUSE, "fuse", "f", "fuse", EDIT, \
    "fuse with the neighbour that gains most; alike to 1%, the op's own comes first", fuse, fuse) \
  X(CUT, "cut", "x", "cut", EDIT, \
    "take the op out of its kernel, with what hangs on it; on a copy: take it away", cut, cut) \
  X(UNDO, "undo", "u", "undo", EDIT, "undo the last edit", undo, undo) \
  X(COMPILE, "compile all", "c", "compile", RUN, \
    "compile every kernel with NVRTC: real registers and spills", compile, never) \
  X(SEARCH, "search", "/", "find", MOVE, \
    "find ops by name, kind, kernel (K13), shape or source; Code, PTX, SASS: words", search, ops) \
  X(NEXT_TAB, "next tab", "t", "tab", SCREEN, \
    "the next page of the detail pane: code, figures, plans and more", next_tab, never) \
  X(NEXT_PANE, "next pane", "<Tab>", "pane", SCREEN, "give the keys to the next pane", next_pane, never) \
  X(HELP, "help", "? <F1>", "help", PROGRAM, "this list; type to filter by text or key", help, never) \
  X(QUIT, "quit", "q", "quit", PROGRAM, "leave", quit, never) \
  X(HEURISTIC, "choose a plan", "H", "plans", PLAN, "run a heuristic, or take the compiler's plan or none", \
    choose_heuristic, never) \
  X(TIME, "time on the GPU", "b", "time", RUN, "check and time the whole plan on the GPU", time, busy) \
  X(FOLD, "fold kernel", "z", "fold", SCREEN, "fold or unfold the kernel under the cursor", fold, kernel) \
  X(PALETTE, "command palette", ":", "command", PROGRAM, "all actions by name", palette, never) \
  X(DOWN, "down", "j <Down>", NULL, MOVE, "to the next row", down, never) \
  X(UP, "up", "k <Up>", NULL, MOVE, "to the row before", up, never) \
  X(PAGE_DOWN, "page down", "<PageDown> <C-f>", NULL, MOVE, "a page down", page_down, never) \
  X(PAGE_UP, "page up", "<PageUp> <C-b>", NULL, MOVE, "a page up", page_up, never) \
  X(HALF_DOWN, "half a page down", "<C-d>", NULL, MOVE, "half a page down", half_down, never) \
  X(HALF_UP, "half a page up", "<C-u>", NULL, MOVE, "half a page up", half_up, never) \
  X(FIRST, "first row", "g <Home>", NULL, MOVE, "to the first row", first, never) \
  X(LAST, "last row", "G <End>", NULL, MOVE, "to the last row", last, never) \
  X(PRODUCER, "to a producer", "h <Left>", NULL, MOVE, \
    "to the op that this one reads; Code, PTX, SASS: to the left; Live: a launch back", producer, left) \
  X(CONSUMER, "to a consumer", "l <Right>", NULL, MOVE, \
    "to the op that reads this one; Code, PTX, SASS: to the right; Live: a launch on", consumer, right) \
  X(NEXT_KERNEL, "next kernel", "}", NULL, MOVE, "to the next op of another kernel", next_kernel, ops) \
  X(PREVIOUS_KERNEL, "previous kernel", "{", NULL, MOVE, "to the op of another kernel before", \
    previous_kernel, ops) \
  X(FIND_NEXT, "find next", "n", NULL, MOVE, "to the next match", find_next, match) \
  X(FIND_PREVIOUS, "find previous", "N", NULL, MOVE, "to the match before", find_previous, match) \
  X(TOGGLE, "toggle", "<Space> <Enter>", NULL, EDIT, \
    "ops: cut when fused, fuse when alone; Why: fuse or cut the edge; Candidates: make it; others: show " \
    "the " \
    "op", \
    toggle, ops) \
  X(FUSE_PRODUCER, "fuse with producer", "<", NULL, EDIT, "fuse with the best of the ops that it reads", \
    fuse_producer, fuse_producer) \
  X(FUSE_CONSUMER, "fuse with consumer", ">", NULL, EDIT, "fuse with the best of the ops that read it", \
    fuse_consumer, fuse_consumer) \
  X(FORCE, "force fuse", "F", NULL, EDIT, \
    "fuse even ops that share nothing; Candidates: make an unwise one; never what is impossible", force, \
    fuse) \
  X(RECOMPUTE, "recompute", "r", NULL, EDIT, \
    "compute the op again in the kernels that read it; Why: along the edge", recompute, own) \
  X(STORE, "store again", "R", NULL, EDIT, "take the op's recomputed copies away", store, copies) \
  X(SET_KNOB, "set a knob", "s", NULL, EDIT, \
    "set a knob of the kernel's schedule: rows, threads, registers and so on", set_knob, kernel) \
  X(ALIKE, "edit all alike", "8 <C-a>", NULL, EDIT, \
    "make each edit, pin, knob or copy in all alike places at once, as one undo; again: here only", alike, \
    ops) \
  X(PIN, "pin", "^", NULL, EDIT, \
    "keep the op always together with a neighbour, or never; or take a pin away", pin, own) \
  X(SET_SIZE, "set a size", "*", NULL, EDIT, \
    "set a named size of the graph, or the device: the plan stays, every figure follows", set_size, never) \
  X(DYNAMIC, "sizes as arguments", "7 <F11>", NULL, SCREEN, \
    "beside the kernels for the graph's sizes, those that take one as an argument, or why they cannot, in " \
    "Code, Why and the kernel table; again: the next size", \
    dynamic, sizes) \
  X(REDO, "redo", "<C-r> U", NULL, EDIT, "do again what was undone", redo, never) \
  X(PLAN_NONE, "plan: none", "", NULL, PLAN, "every op in a kernel of its own", plan_none, never) \
  X(PLAN_COMPILER, "plan: compiler", "", NULL, PLAN, "the plan that the dump records", plan_compiler, dump) \
  X(SAVE, "save plan", "S", NULL, PLAN, "write the plan to a file", save, never) \
  X(LOAD, "load plan", "L", NULL, PLAN, "read a plan from a file", load, never) \
  X(KEEP_PLAN, "keep plan", "P", NULL, PLAN, "keep the plan as it is under a name, see the plans tab", \
    keep_plan, never) \
  X(FORGET_PLAN, "forget plan", "X", NULL, PLAN, "take the plan selected in the plans tab off the list", \
    forget_plan, plan) \
  X(BASELINE, "baseline", "%", NULL, PLAN, \
    "compare with the plan selected in the plans tab; elsewhere with the plan as it is now", baseline, \
    never) \
  X(NOTES, "notes", "!", NULL, PLAN, \
    "what the compiler's plan could not keep, and what is odd in the graph", notes, notes) \
  X(COMPILE_KERNEL, "compile kernel", "C", NULL, RUN, "compile the kernel under the cursor", compile_kernel, \
    kernel) \
  X(TIME_COUNT, "time and count", "B", NULL, RUN, \
    "time, then count DRAM, L2 and spill bytes and the occupancy: see the numbers tab", time_count, busy) \
  X(FORGET_TIMES, "forget kept times", "", NULL, RUN, \
    "forget what this run and earlier ones measured on the device: only what this run did stays in sight", \
    forget_times, kept) \
  X(CANCEL, "cancel", "<C-c>", NULL, RUN, "stop compiling, timing, and a heuristic that runs", cancel, idle) \
  X(PREVIOUS_TAB, "previous tab", "y", NULL, SCREEN, "the page before in the detail pane", previous_tab, \
    never) \
  X(ZOOM, "zoom pane", "=", NULL, SCREEN, "give the pane the whole screen, or take it back", zoom, never) \
  X(PREVIOUS_PANE, "previous pane", "<S-Tab>", NULL, SCREEN, "give the keys to the pane before", \
    previous_pane, never) \
  X(PANE_1, "ops pane", "1", NULL, SCREEN, "the ops with their rails", pane_ops, never) \
  X(PANE_2, "kernels pane", "2", NULL, SCREEN, "the kernel table", pane_kernels, never) \
  X(PANE_3, "around pane", "3", NULL, SCREEN, \
    "the neighbourhood of the op, or the lesson; again: the other of the two", pane_around, never) \
  X(PANE_4, "detail pane", "4", NULL, SCREEN, \
    "pages about the op, its kernel and the plan: t and y turn them", pane_detail, never) \
  T(WHY) \
  T(CODE) \
  T(NUMBERS) \
  T(CANDIDATES) \
  T(PLANS) \
  T(CLIFF) \
  T(SWEEP) \
  T(MEMORY) \
  T(ROOFLINE) \
  T(TRACE) \
  T(LIVE) \
  T(PTX) \
  T(SASS) \
  X(EXPENSIVE, "most expensive kernel", "$", "costly", MOVE, \
    "to the kernel that takes most time of those that can be changed; again: to the next", expensive, ops) \
  X(JUMP_BACK, "jump back", "<C-o> 9", NULL, MOVE, "to where the cursor was before its last jump", \
    jump_back, ops) \
  X(JUMP_FORWARD, "jump forward", "<C-p> 0", NULL, MOVE, "undo a jump back", jump_forward, ops) \
  X(SET_MARK, "set mark", "\"", NULL, MOVE, "mark the op by a letter", set_mark, ops) \
  X(GO_TO_MARK, "go to mark", "'", NULL, MOVE, "to the op that a letter marks; ' again: jump back", \
    go_to_mark, ops) \
  X(COPY, "copy", "Y", NULL, PROGRAM, \
    "the op's name, its source, its kernel, figures, code, or of the page a line, the op's lines, what is " \
    "in sight or all of it, to the terminal's clipboard", \
    copy, ops) \
  X(NEXT_SECTION, "next layer", ")", NULL, MOVE, "to the next layer, or source line", next_section, ops) \
  X(PREVIOUS_SECTION, "previous layer", "(", NULL, MOVE, \
    "to the start of the layer, then to the one before", previous_section, ops) \
  X(FOLD_SECTION, "fold layer", "]", NULL, SCREEN, "fold or unfold the layer under the cursor", \
    fold_section, ops) \
  X(FOLD_SECTIONS, "fold all layers", "[", NULL, SCREEN, \
    "fold every layer (scopes that names tell, or blocks); again: alike ones in one row; again: unfold", \
    fold_sections, ops) \
  X(SECTIONS_BY, "layers or source lines", "\\", NULL, SCREEN, \
    "fold and group by layers, or by lines of the model's source", sections_by, ops) \
  X(FILTER, "filter kernels", "&", NULL, SCREEN, \
    "show kernels of which all words hold: time>5, regs>64, dram>1M, err>20, row, spill, latency, exp, " \
    "!lib; Graphs, Experiment: what is listed", \
    filter, ops) \
  X(GROUP, "group kernels", "|", NULL, SCREEN, \
    "group the kernels by layer, with subtotals; again: alike kernels in one row (z unfolds one)", group, \
    ops) \
  T(CHANGES) \
  T(REPLAY) \
  X(REPLAY_FORWARD, "replay forward", "<F4>", NULL, PLAN, \
    "the plan as it was a step later in the heuristic that was run last", replay_forward, trail) \
  X(REPLAY_BACK, "replay back", "<F3>", NULL, PLAN, "the plan as it was a step earlier", replay_back, trail) \
  T(SCRIPT) \
  X(OPTIONS, "heuristic's options", "@", NULL, PLAN, "set the options of a heuristic, and run it", options, \
    never) \
  X(RUN_AGAIN, "run again", "Q", NULL, PLAN, \
    "run the last heuristic again, from the plan that it began with; saving its file does so, too", \
    run_again, script) \
  X(EDIT_FILE, "edit", "V", NULL, PROGRAM, \
    "$EDITOR where the op comes from; in the script tab at the script's error", edit, never) \
  X(FOLD_ALL, "fold all", "Z", NULL, SCREEN, "fold every kernel, or unfold all", fold_all, ops) \
  X(VIEWS, "show views", "v", NULL, SCREEN, "show or hide views, which only rename elements", views, ops) \
  X(SORT, "sort kernels", "o", NULL, SCREEN, \
    "sort the kernels, in Graphs and Experiment what is listed, by the next column", sort, never) \
  X(REVERSE, "reverse kernels", "O", NULL, SCREEN, "sort them the other way", reverse, never) \
  X(WIDER, "wider neighbourhood", "+", NULL, SCREEN, \
    "show one hop more around the op; in the trace: zoom in", wider, never) \
  X(NARROWER, "narrower neighbourhood", "-", NULL, SCREEN, \
    "show one hop less around the op; in the trace: zoom out", narrower, never) \
  X(RESET_BORDERS, "borders as at first", "", NULL, SCREEN, \
    "put the borders between panes, which the mouse drags, where they were at first", reset_borders, never) \
  X(THEME, "choose a theme", "T", NULL, PROGRAM, "colours of the screen", choose_theme, never) \
  X(EXPORT, "export", "<C-e>", NULL, PROGRAM, \
    "write the graph, the plan, the trace or kernels to a file, in a format to choose", export, never) \
  X(SCREENSHOT, "screenshot", "E", NULL, PROGRAM, \
    "write the screen to a file, as text or SVG; NAME.light.svg: in that theme", screenshot, never) \
  X(PICTURE, "picture of the pane", "<F10>", NULL, PROGRAM, \
    "write the pane with the keys, such as the neighbourhood, to a file, as text or SVG", picture, never) \
  X(MESSAGE, "show message", "m", NULL, PROGRAM, "the last message in full", message, message) \
  X(GLOSSARY, "what does it mean", "<F8>", NULL, PROGRAM, \
    "the words of the screen, those of the shown page first, with the kernel's figures put in", glossary, \
    never) \
  X(REPAINT, "repaint", "<C-l>", NULL, PROGRAM, "draw the whole screen again", repaint, never) \
  X(SUSPEND, "suspend", "<C-z>", NULL, PROGRAM, "back to the shell; 'fg' returns", suspend, never) \
  X(LESSONS, "choose a lesson", "<F2>", NULL, LESSON, "lessons about fusion; this plan is kept meanwhile", \
    choose_lesson, never) \
  X(LESSON_NEXT, "next step", ".", NULL, LESSON, \
    "to the next step of the lesson, when this one is done; at its end to the next lesson", lesson_next, \
    lesson) \
  X(LESSON_BACK, "step back", ",", NULL, LESSON, "to the step before", lesson_back, back) \
  X(LESSON_HINT, "hint", ";", NULL, LESSON, "help with the step", lesson_hint, hint) \
  X(LESSON_SHOW, "show me", "<F5>", NULL, LESSON, \
    "do what the step wants, key by key; another key has the rest pressed at once, Esc stops it", \
    lesson_show, show) \
  X(LESSON_PLAN, "the step's plan", "<F7>", NULL, LESSON, \
    "the plan, sizes and device that the lesson's step is about, after keys have changed them", lesson_plan, \
    own_plan) \
  X(LESSON_SKIP, "skip the step", "", NULL, LESSON, \
    "to the next step, done or not; what it wants is done for you", lesson_skip, lesson) \
  X(LESSON_RESTART, "begin the lesson anew", "", NULL, LESSON, "its first plan, and no answers", \
    lesson_restart, lesson) \
  X(LESSON_LEAVE, "leave the lesson", "", NULL, LESSON, "back to what was open before", lesson_leave, lesson)

#define ACTION_GROUPS(X) \
  X(MOVE, "Moving") \
  X(EDIT, "Changing the plan") \
  X(PLAN, "Plans") \
  X(RUN, "Compiling and timing") \
  X(SCREEN, "Screen") \
  X(LESSON, "Lessons") \
  X(PROGRAM, "Program")

typedef enum ActionGroup {
#define X(id, name) GROUP_##id,
  ACTION_GROUPS(X)
#undef X
      GROUP_COUNT
} ActionGroup;

typedef enum ActionId {
#define X(id, ...) ACTION_##id,
#define T(id)
  ACTIONS(X, T)
#undef T
#undef X
      ACTIONS_IN_TABLE, // as many; the tabs' own follow
  ACTION_BEFORE_TABS = ACTIONS_IN_TABLE - 1,
#define X(id, name) ACTION_TAB_##id,
  TABS(X)
#undef X
      ACTION_COUNT
} ActionId;

typedef struct Action {
  ActionId id;
  const char *name, *keys, *hint, *help;
  ActionGroup group;
  void (*run)(Explorer *explorer);              // NULL: shows its tab
  const char *(*off)(const Explorer *explorer); // see action_off; NULL: it can always be done
} Action;

// What a key does for a pane or a tab, as its hint says it.
typedef struct KeyHint {
  ActionId action;
  const char *text;
} KeyHint;

const Action *action_get(ActionId id);
ActionId action_listed(int place); // in lists: those of 0 .. ACTION_COUNT - 1, in their order
const char *action_off(const Explorer *explorer,
                       const Action *action); // why it cannot be done now; NULL: it can
const char *action_group_name(ActionGroup group);
const Action *action_for_key(Key key); // NULL: none
// The first of an action's keys as people read it: "^R", "Tab". "" when it has none.
const char *action_first_key(const Action *action, char out[KEY_NAME_SIZE]);
// All of them, separated by blanks.
void action_all_keys(const Action *action, Text *out);
// Does it, or says in the status line why it cannot be done.
void action_run(Explorer *explorer, const Action *action);

#define X(id, name, keys, hint, group, help, function, off) void action_##function(Explorer *explorer);
#define T(id)
ACTIONS(X, T)
#undef T
#undef X
