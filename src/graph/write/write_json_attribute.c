// Attributes in fusebox JSON.
#include "graph/write/write_json.h"

#include <math.h>

void write_json_number(JsonWriter *writer, const char *key, double number) {
  if (isnan(number))
    json_put_string(writer, key, "nan");
  else if (isinf(number))
    json_put_string(writer, key, number > 0 ? "inf" : "-inf");
  else
    json_put_float(writer, key, number);
}

void write_json_integers(JsonWriter *writer, const char *key, const int64_t *list, int count) {
  json_begin_inline(writer, key, true);
  for (int i = 0; i < count; i++)
    json_put_integer(writer, NULL, list[i]);
  json_end(writer);
}

// Number `index` of an attribute; `named`: by the sizes that it was written with.
static void write_size(JsonWriter *writer, const char *key, const Attribute *attribute, int index,
                       bool named) {
  if (named && attribute->expression && attribute->expression[index])
    json_put_string(writer, key, attribute->expression[index]);
  else
    json_put_integer(writer, key, attribute->integer[index]);
}

static void write_list(JsonWriter *writer, const char *key, const Attribute *attribute, bool named) {
  json_begin_inline(writer, key, true);
  for (int i = 0; i < attribute->count; i++)
    write_size(writer, NULL, attribute, i, named);
  json_end(writer);
}

static void write_attribute(JsonWriter *writer, const Attribute *attribute, bool named) {
  const char *key = attribute_name(attribute->key);
  switch (attribute_kind(attribute->key)) {
    case ATTRIBUTE_IS_INTEGER:
    case ATTRIBUTE_IS_NUMBER:
      if (attribute->count > 0)
        write_size(writer, key, attribute, 0, named);
      else
        write_json_number(writer, key, attribute->number);
      break;
    case ATTRIBUTE_IS_BOOL:
      json_put_bool(writer, key, attribute_integer(attribute) != 0);
      break;
    case ATTRIBUTE_IS_DTYPE:
      json_put_string(writer, key, dtype_name((DType)attribute_integer(attribute)));
      break;
    case ATTRIBUTE_IS_TEXT:
      json_put_string(writer, key, attribute->text ? attribute->text : "");
      break;
    case ATTRIBUTE_IS_INTEGERS:
      write_list(writer, key, attribute, named);
      break;
  }
}

void write_json_attributes(JsonWriter *writer, const Op *op, bool named) {
  for (int i = 0; !named && i < op->attribute_count; i++)
    write_attribute(writer, &op->attributes[i], false);
  for (int i = 0; named && i < op->written_count; i++)
    if (op_attribute(op, op->written[i].key)) // what made it another op is gone (the mode of div)
      write_attribute(writer, &op->written[i], true);
}
