// Text of an HTML report.
#include "session/export/html.h"

#include "session/internal.h"

#include <stdlib.h>
#include <string.h>

static void add_character(Text *out, uint32_t codepoint) {
  char bytes[5];
  switch (codepoint) {
    case '<':
      text_add(out, "&lt;");
      break;
    case '>':
      text_add(out, "&gt;");
      break;
    case '&':
      text_add(out, "&amp;");
      break;
    case '"':
      text_add(out, "&quot;");
      break;
    case '\'':
      text_add(out, "&#39;");
      break;
    default:
      text_add_bytes(out, bytes, (size_t)text_encode(bytes, codepoint));
  }
}

void html_cut(Text *out, const char *text, int most) {
  char *clean = memory_strdup(text);
  text_sanitize_lines(clean);
  size_t length = strlen(clean);
  uint32_t codepoint;
  int step, written = 0;
  for (const char *at = clean; (step = text_decode(at, length, &codepoint)) > 0; at += step, written++) {
    if (written == most) {
      text_add(out, "…");
      break;
    }
    // Noncharacters that no HTML may hold.
    bool none = (codepoint & 0xfffe) == 0xfffe || (codepoint >= 0xfdd0 && codepoint <= 0xfdef);
    add_character(out, none ? '?' : codepoint);
    length -= (size_t)step;
  }
  free(clean);
}

void html_text(Text *out, const char *text) {
  html_cut(out, text, -1);
}

void html_kernel_name(const HtmlReport *report, int kernel, Text *out) {
  Plan *plan = session_plan(report->session);
  PlanKernel members = plan_kernel(plan, kernel);
  char name[KERNEL_NAME_SIZE];
  text_add(out,
           session_kernel_title(session_graph(report->session), &members, plan_lowered(plan, kernel), name));
}

double html_launch_us(const TimelineLaunch *launch) {
  return launch->timed ? launch->measured_us : launch->estimate_us;
}

void html_svg_begin(Text *out, int height, const char *title) {
  text_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 %d %d\">\n<title>",
              HTML_WIDTH, height);
  html_text(out, title);
  text_add(out, "</title>\n");
}

void html_svg_end(Text *out) {
  text_add(out, "</svg>\n");
}
