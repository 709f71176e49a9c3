// Hints: first what belongs to the pane with the keys, then the action table's own.
#include "explorer/panes/hints.h"

#include "explorer/lesson/lesson.h"
#include "explorer/tabs/tab.h"

static const KeyHint of_kernels[] = {{ACTION_EXPENSIVE, "costly"}, {ACTION_SORT, "sort"},
                                     {ACTION_FILTER, "filter"},    {ACTION_GROUP, "by layer"},
                                     {ACTION_REVERSE, "reverse"},  {ACTION_COMPILE_KERNEL, "compile it"}};
static const KeyHint of_around[] = {{ACTION_WIDER, "wider"},
                                    {ACTION_NARROWER, "narrower"},
                                    {ACTION_PRODUCER, "producer"},
                                    {ACTION_CONSUMER, "consumer"}};
static const KeyHint of_detail[] = {
    {ACTION_NEXT_TAB, "tab"}, {ACTION_ZOOM, "whole screen"}, {ACTION_COPY, "copy"}};
static const KeyHint of_selecting[] = {
    {ACTION_TOGGLE, "choose"}, {ACTION_NEXT_TAB, "tab"}, {ACTION_ZOOM, "whole screen"}};

// What NULL says is the lesson's to know. Where a question waits for its answer, digits are the answer's.
static const KeyHint of_lesson[] = {{ACTION_LESSON_NEXT, NULL},
                                    {ACTION_LESSON_BACK, "back"},
                                    {ACTION_LESSON_HINT, "hint"},
                                    {ACTION_PANE_1, "to the ops"},
                                    {ACTION_ZOOM, "whole screen"}};
static const KeyHint of_question[] = {{ACTION_LESSON_NEXT, NULL},
                                      {ACTION_LESSON_BACK, "back"},
                                      {ACTION_NEXT_PANE, "other panes"},
                                      {ACTION_ZOOM, "whole screen"}};

#define LIST(hints) (*count = (int)(sizeof(hints) / sizeof *(hints)), (hints))

static const KeyHint *tab_hints(const Tab *tab, int *count) {
  *count = tab->hint_count;
  return tab->hints;
}

static const KeyHint *pane_hints(Explorer *explorer, int *count) {
  *count = 0;
  switch (explorer->focus) {
    case PANE_KERNELS:
      return LIST(of_kernels);
    case PANE_AROUND:
      if (!lesson_is_shown(explorer)) return LIST(of_around);
      return lesson_asks(lesson_of(explorer)) ? LIST(of_question) : LIST(of_lesson);
    case PANE_DETAIL:
      if (tab_get(explorer->tab)->hints) return tab_hints(tab_get(explorer->tab), count);
      return tab_selects(explorer) && tab_choices(explorer) ? LIST(of_selecting) : LIST(of_detail);
    default:
      return NULL;
  }
}

static int add_hint(const Explorer *explorer, Hint *out, int count, ActionId id, const char *text) {
  const Action *action = action_get(id);
  if (action_off(explorer, action) || lesson_takes_key_of(explorer, action)) return count;
  if (!text) text = lesson_next_text(lesson_of(explorer));
  if (!text) return count;
  for (int i = 0; i < count; i++)
    if (out[i].action == action) return count;
  out[count] = (Hint){action, text};
  return count + 1;
}

// On small screens another pane takes a lesson's place.
static bool hides_lesson(const Explorer *explorer) {
  return lesson_of(explorer) && explorer->layout.inside[PANE_AROUND].width == 0;
}

int hints_list(Explorer *explorer, Hint out[HINTS_MOST]) {
  int count = 0, special;
  count = add_hint(explorer, out, count, ACTION_CANCEL, "stop"); // only while something runs
  if (hides_lesson(explorer)) count = add_hint(explorer, out, count, ACTION_PANE_3, "to the lesson");
  const KeyHint *hints = pane_hints(explorer, &special);
  for (int i = 0; i < special; i++)
    count = add_hint(explorer, out, count, hints[i].action, hints[i].text);
  for (int i = 0; i < ACTION_COUNT; i++) {
    const char *text = action_get((ActionId)i)->hint;
    if (text) count = add_hint(explorer, out, count, (ActionId)i, text);
  }
  return count;
}
