// The table of templates.
#include "kernel/template/template.h"

#include "base/text.h"

static const Template *const templates[TEMPLATE_COUNT] = {
#define X(name) &template_##name,
    TEMPLATES(X)
#undef X
};

const Template *template_at(int index) {
  return index >= 0 && index < TEMPLATE_COUNT ? templates[index] : NULL;
}

int template_index(const Template *template) {
  for (int i = 0; i < TEMPLATE_COUNT; i++)
    if (templates[i] == template) return i;
  return TEMPLATE_COUNT;
}

const Template *template_find(const char *name) {
  for (int i = 0; i < TEMPLATE_COUNT; i++)
    if (text_equal(templates[i]->name, name)) return templates[i];
  return NULL;
}

const char *template_name(const Template *template) {
  return template ? template->name : "library";
}

bool template_trades_rows(const Template *template) {
  return template && template->trades_rows;
}

bool template_spills_soon(const Template *template) {
  return template && template->spills_soon;
}

const Template *template_for(const Nest *nest, const ScheduleOverride *overrides) {
  int last = TEMPLATE_COUNT - 1;
  while (last > 0 && !templates[last]->takes(nest, overrides))
    last--;
  return templates[last];
}
