// heuristics, devices: what there is to choose from.
#include "base/json.h"
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>

static void put_heuristic(JsonWriter *writer, const HeuristicInfo *info) {
  json_begin_object(writer, NULL);
  json_put_string(writer, "name", info->name);
  json_put_string(writer, "help", info->help);
  if (info->problem) json_put_string(writer, "problem", info->problem);
  json_begin_array(writer, "options");
  for (int i = 0; i < info->option_count; i++) {
    json_begin_inline(writer, NULL, false);
    json_put_string(writer, "name", info->options[i].name);
    json_put_string(writer, "default", info->options[i].default_value);
    json_put_string(writer, "help", info->options[i].help);
    json_end(writer);
  }
  json_end(writer);
  json_end(writer);
}

static void print_heuristic(Text *out, const HeuristicInfo *info) {
  cli_add_entry(out, info->name, 13, info->problem ? info->problem : info->help);
  for (int i = 0; i < info->option_count; i++) {
    Text option = {0};
    text_printf(&option, "%13s  %s=%s: ", "", info->options[i].name, info->options[i].default_value);
    cli_add_entry(out, text_get(&option), 18, info->options[i].help);
    text_free(&option);
  }
}

static void add_heuristics(Text *out, JsonWriter *json, HeuristicInfo *list, int count) { // frees the list
  for (int i = 0; i < count; i++) {
    if (json)
      put_heuristic(json, &list[i]);
    else
      print_heuristic(out, &list[i]);
  }
  heuristics_free(list, count);
}

static void list_heuristics(const Invocation *invocation, Text *out) {
  int count;
  JsonWriter writer = json_writer(out, true), *json = cli_has(invocation, OPTION_JSON) ? &writer : NULL;
  if (json)
    json_begin_array(json, NULL);
  else
    text_add(out,
             "none         Every op in a kernel of its own.\ncompiler     The plan that a dump records.\n");
  HeuristicInfo *list = heuristics_list(&count, NULL);
  add_heuristics(out, json, list, count);
  list = heuristics_searches(&count, NULL);
  add_heuristics(out, json, list, count);
  if (json) json_end(json);
}

bool run_heuristics(const Invocation *invocation, Status *status) {
  Text out = {0};
  if (cli_has(invocation, OPTION_STUBS))
    script_write_stubs(&out);
  else
    list_heuristics(invocation, &out);
  bool ok = cli_print(&out, status);
  text_free(&out);
  return ok;
}

static void put_device(JsonWriter *writer, const Device *device) {
  json_begin_object(writer, NULL);
  json_put_string(writer, "name", device->name);
  json_put_string(writer, "title", device->title);
  json_put_string(writer, "arch", device->limits.arch_name);
  json_put_integer(writer, "sms", device->limits.sms);
  json_put_number(writer, "dram_gbs", device->dram_gbs);
  json_put_integer(writer, "l2_bytes", device->limits.l2_bytes);
  json_put_number(writer, "tensor_tflops_16", device->tensor_tflops_16);
  json_put_bool(writer, "calibrated", device->calibrated);
  json_end(writer);
}

bool run_devices(const Invocation *invocation, Status *status) {
  int count;
  char **names = device_names(&count);
  Text out = {0};
  JsonWriter writer = json_writer(&out, true);
  bool json = cli_has(invocation, OPTION_JSON), ok = true;
  if (json)
    json_begin_array(&writer, NULL);
  else
    text_printf(&out, "%-9s %-26s %-8s %4s %9s %7s\n", "name", "device", "arch", "SMs", "DRAM GB/s", "L2 MB");
  for (int i = 0; i < count; i++) {
    Device device;
    ok = ok && device_choose(names[i], &device, status);
    if (ok && json) put_device(&writer, &device);
    if (ok && !json)
      text_printf(&out, "%-9s %-26s %-8s %4d %9.0f %7.0f%s\n", device.name, device.title,
                  device.limits.arch_name, device.limits.sms, device.dram_gbs,
                  (double)device.limits.l2_bytes / (1 << 20), device.calibrated ? "  calibrated" : "");
    free(names[i]);
  }
  free(names);
  if (json) json_end(&writer);
  ok = ok && cli_print(&out, status);
  text_free(&out);
  return ok;
}
