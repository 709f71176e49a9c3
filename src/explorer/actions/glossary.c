// What the words on the screen mean, with the figures of the kernel under the cursor.
#include "explorer/glossary/glossary.h"
#include "explorer/actions/action.h"
#include "explorer/actions/texts.h"
#include "explorer/lesson/lesson.h"
#include "explorer/panes/detail.h"

static Glossary *own(const Explorer *explorer) {
  return explorer->state[COMPONENT_GLOSSARY];
}

static void close(Explorer *explorer) {
  glossary_free(own(explorer));
}

const Component component_glossary = {.size = sizeof(Glossary), .close = close};

static void accept_word(Explorer *explorer, const char *text, const PickerItem *item) {
  if (!item) {
    explorer_fail(explorer, "the glossary does not have \"%s\"", text);
    return;
  }
  const GlossaryEntry *entry = &own(explorer)->entries[item->value];
  int kernel = explorer->cursor == NO_OP ? NO_KERNEL : explorer_kernel(explorer);
  Text here = {0};
  texts_open(explorer, "What it means");
  texts_add(explorer, entry->words);
  picker_heading(&explorer->picker, "");
  texts_add(explorer, entry->meaning);
  // A lesson that asks for a figure must not be answered here.
  if (kernel != NO_KERNEL && !lesson_withholds(explorer))
    glossary_here(entry, explorer->session, kernel, explorer->glyphs, &here);
  if (here.length) picker_heading(&explorer->picker, "");
  texts_add(explorer, text_get(&here));
  picker_filter(&explorer->picker);
  text_free(&here);
}

// True when there are any.
static bool add_entries(Explorer *explorer, const char *page, bool named, const char *heading) {
  const Glossary *glossary = own(explorer);
  bool first = true;
  for (int i = 0; i < glossary->count; i++) {
    const GlossaryEntry *entry = &glossary->entries[i];
    if (glossary_is_named(entry, page) != named) continue;
    if (first) picker_heading(&explorer->picker, heading);
    first = false;
    picker_item(&explorer->picker, entry->words, entry->meaning, NULL, NULL, i);
  }
  return !first;
}

// Words of the page that is shown come first.
void action_glossary(Explorer *explorer) {
  Status status = {0};
  if (own(explorer)->count == 0 && !glossary_read(own(explorer), &status)) {
    explorer_fail(explorer, "%s", status.message);
    return;
  }
  Text text = {0};
  const Page *page = detail_page(explorer);
  for (int line = 0; line < page->lines.count; line++) {
    page_line_text(page, line, &text);
    text_add(&text, " ");
  }
  picker_open(&explorer->picker, "What does it mean?", accept_word);
  bool any = add_entries(explorer, text_get(&text), true, "On the page that is shown");
  add_entries(explorer, text_get(&text), false, any ? "Others" : "Words");
  picker_filter(&explorer->picker);
  text_free(&text);
}
