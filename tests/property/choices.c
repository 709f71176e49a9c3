#include "choices.h"

Choices choices_from_seed(uint64_t seed) {
  return (Choices){.random = {seed}};
}

Choices choices_from_list(const uint32_t *list, int count) {
  Choices choices = {.replays = true};
  for (int i = 0; i < count; i++)
    vector_push(&choices.list, list[i]);
  return choices;
}

void choices_free(Choices *choices) {
  vector_free(&choices->list);
  vector_free(&choices->marks);
}

int choose(Choices *choices, int bound) {
  if (choices->at == choices->list.count)
    vector_push(&choices->list,
                choices->replays ? 0 : (uint32_t)random_below(&choices->random, (uint64_t)bound));
  uint32_t *choice = &choices->list.data[choices->at++];
  *choice %= (uint32_t)bound;
  return (int)*choice;
}

bool choose_rarely(Choices *choices, int one_in) {
  return choose(choices, one_in) == one_in - 1;
}

void choices_mark(Choices *choices) {
  vector_push(&choices->marks, choices->at);
}
