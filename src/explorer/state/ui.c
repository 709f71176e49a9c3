// The explorer on a terminal: one loop owns all state. It waits for keys, signals, finished jobs and
// heuristics, and draws at most once a wake; when nothing happens it sleeps.
#include "explorer/state/ui.h"

#include "base/file.h"
#include "base/log.h"
#include "explorer/lesson/lesson.h"
#include "explorer/state/background.h"
#include "explorer/state/graph_set.h"
#include "explorer/state/script_run.h"
#include "explorer/tabs/experiment.h"
#include "explorer/tabs/graphs.h"
#include "tui/editor.h"
#include "tui/slice.h"
#include "tui/terminal.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

// Work that the picture can wait for: before the first one, before one that a key asked for, and between two
// without keys. The last looks for keys after every step: that long a key waits at most.
enum { FIRST_SLICE_MS = 15, KEY_SLICE_MS = 2, SLICE_MS = 10, STEP_MS = 1 };
enum { SETTLE_MS = 1000 }; // what runs is given so long to stop when the program ends

typedef struct Loop {
  Explorer *explorer;
  Catalog *catalog;
  Terminal *terminal;
  Grid *grid;
  Input input;
  int signals; // signalfd
  sigset_t previous;
  bool escape_pending; // the beginning of a key sequence is there, and its time runs
  bool unsaved;        // the plan could not be kept when that was last looked at
  int killed_by;       // a signal that ends the program
} Loop;

static GlyphSet choose_glyphs(const UiOptions *options) {
  UiGlyphs wanted = options ? options->glyphs : UI_GLYPHS_AUTO;
  setlocale(LC_CTYPE, ""); // nothing else: numbers keep their points
  if (wanted == UI_GLYPHS_AUTO) return strcmp(nl_langinfo(CODESET), "UTF-8") ? GLYPHS_ASCII : GLYPHS_UTF8;
  return wanted == UI_GLYPHS_ASCII ? GLYPHS_ASCII : GLYPHS_UTF8;
}

static void open_signals(Loop *loop) {
  sigset_t set;
  static const int numbers[] = {SIGTERM, SIGHUP, SIGINT, SIGWINCH, SIGTSTP};
  sigemptyset(&set);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    sigaddset(&set, numbers[i]);
  pthread_sigmask(SIG_BLOCK, &set, &loop->previous);
  loop->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static void close_signals(Loop *loop) {
  close(loop->signals);
  pthread_sigmask(SIG_SETMASK, &loop->previous, NULL);
}

// ---- Drawing.

static void take_size(Loop *loop) {
  int width, height;
  terminal_size(&width, &height);
  grid_free(loop->grid);
  loop->grid = grid_new(width, height, loop->explorer->glyphs == GLYPHS_ASCII);
  explorer_resize(loop->explorer, loop->grid->width, loop->grid->height);
}

static void draw(Loop *loop) {
  Explorer *explorer = loop->explorer;
  explorer_sync(explorer);
  explorer_draw(explorer, loop->grid);
  if (explorer->requests.repaint) terminal_repaint(loop->terminal);
  explorer->requests.repaint = false;
  terminal_blit(loop->terminal, loop->grid, &explorer->theme);
  if (explorer->requests.clipboard.length) terminal_copy(&explorer->requests.clipboard);
  text_clear(&explorer->requests.clipboard);
}

// ---- What wakes the loop.

static void take_events(Loop *loop, bool idle) {
  Event event;
  while (!loop->explorer->requests.quit && input_next(&loop->input, idle, &event)) {
    explorer_event(loop->explorer, &event);
    loop->explorer = explorer_turn(loop->explorer);
  }
  loop->escape_pending = !idle && input_waiting(&loop->input);
}

static void take_input(Loop *loop) {
  char bytes[4096];
  ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
  if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN))
    loop->killed_by = SIGHUP; // the terminal is gone
  if (count > 0) input_feed(&loop->input, bytes, (size_t)count);
  take_events(loop, false);
}

static void take_signals(Loop *loop) {
  struct signalfd_siginfo signal;
  while (read(loop->signals, &signal, sizeof signal) == (ssize_t)sizeof signal) {
    int number = (int)signal.ssi_signo;
    if (number == SIGWINCH) {
      take_size(loop);
      terminal_resize(loop->terminal, loop->grid->width, loop->grid->height);
    } else if (number == SIGTSTP) {
      loop->explorer->requests.suspend = true;
    } else {
      loop->killed_by = number;
    }
  }
}

static bool take_catalog(Loop *loop) {
  catalog_taken(loop->catalog);
  return explorer_lists_read(loop->explorer);
}

static int timeout_for(const Loop *loop, bool more_work) {
  if (more_work) return 0;
  if (loop->escape_pending) return INPUT_ESCAPE_MS;
  return lesson_is_showing(loop->explorer) ? lesson_show_pause_ms(loop->explorer) : -1;
}

// Sleeps until something happens and takes it in. False: nothing did, so that nothing need be drawn.
static bool wait_and_take(Loop *loop, bool more_work) {
  const Explorer *explorer = loop->explorer;
  struct pollfd wait[] = {
      {.fd = STDIN_FILENO, .events = POLLIN},
      {.fd = loop->signals, .events = POLLIN},
      {.fd = explorer->task ? work_fd(explorer->task) : session_fd(explorer->session), .events = POLLIN},
      {.fd = script_fd(explorer), .events = POLLIN}, // -1 is passed over
      {.fd = explorer->apart && !explorer->task ? work_fd(explorer->apart) : -1, .events = POLLIN},
      {.fd = catalog_fd(loop->catalog), .events = POLLIN},
      {.fd = graph_set_fd(explorer->graphs), .events = POLLIN},
      {.fd = store_view_fd(explorer->store), .events = POLLIN}};
  int ready = poll(wait, sizeof wait / sizeof *wait, timeout_for(loop, more_work));
  if (ready < 0) return false;
  bool changed = false;
  if (ready == 0 && !more_work && lesson_is_showing(explorer))
    lesson_show_next(loop->explorer), changed = true;
  if (ready == 0 && loop->escape_pending) take_events(loop, true), changed = true;
  if (wait[1].revents) take_signals(loop), changed = true;
  if (wait[0].revents) take_input(loop), changed = true;
  if (wait[2].revents || wait[4].revents) changed |= background_poll(loop->explorer);
  if (wait[3].revents) changed |= script_poll(loop->explorer);
  if (wait[5].revents) changed |= take_catalog(loop);
  if (wait[6].revents) changed |= graphs_poll(loop->explorer);
  if (wait[7].revents) changed |= experiment_poll(loop->explorer);
  loop->explorer = explorer_turn(loop->explorer);
  return changed;
}

static void suspend(Loop *loop) {
  loop->explorer->requests.suspend = false;
  terminal_suspend(loop->terminal);
  take_size(loop);
  terminal_resize(loop->terminal, loop->grid->width, loop->grid->height);
}

// A ^C in the editor is for the editor; the end of the program is not.
static void drain_signals(Loop *loop) {
  struct signalfd_siginfo signal;
  while (read(loop->signals, &signal, sizeof signal) == (ssize_t)sizeof signal)
    if (signal.ssi_signo == SIGTERM || signal.ssi_signo == SIGHUP) loop->killed_by = (int)signal.ssi_signo;
}

static void edit(Loop *loop) {
  Explorer *explorer = loop->explorer;
  Status status = {0};
  terminal_lend(loop->terminal);
  bool ok = editor_run(explorer->requests.edit_path, explorer->requests.edit_line, &loop->previous, &status);
  terminal_take_back(loop->terminal);
  drain_signals(loop);
  take_size(loop);
  terminal_resize(loop->terminal, loop->grid->width, loop->grid->height);
  if (!ok) explorer_fail(explorer, "edit: %s", status.message);
  free(explorer->requests.edit_path);
  explorer->requests.edit_path = NULL;
}

static bool key_waits(void) {
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  return poll(&input, 1, 0) != 0;
}

// Once the frame is out and while no key waits, so that no edit is lost and no key held up.
static void save_edits(Loop *loop) {
  if (!loop->explorer->task && !key_waits()) session_autosave(loop->explorer->session);
}

// Told once, and again after something could be kept.
static bool tell_unsaved(Loop *loop) {
  Status status;
  bool before = loop->unsaved;
  loop->unsaved = session_autosave_failed(loop->explorer->session, &status);
  if (loop->unsaved && !before) explorer_fail(loop->explorer, "your plan is not kept: %s", status.message);
  return loop->unsaved && !before;
}

static bool work_between_keys(Loop *loop) {
  Slice slice = slice_begin(SLICE_MS);
  bool more;
  do
    more = explorer_work(loop->explorer, STEP_MS);
  while (more && !slice_over(&slice) && !key_waits());
  return more;
}

static void run(Loop *loop) {
  bool more_work = explorer_work(loop->explorer, FIRST_SLICE_MS);
  draw(loop);
  while (!loop->explorer->requests.quit && !loop->killed_by) {
    bool changed = wait_and_take(loop, more_work);
    if (loop->explorer->requests.quit || loop->killed_by) break;
    if (loop->explorer->requests.suspend) suspend(loop), changed = true;
    if (loop->explorer->requests.edit_path) edit(loop), changed = true;
    if (tell_unsaved(loop)) changed = true;
    bool worked = more_work;
    more_work = changed ? explorer_work(loop->explorer, KEY_SLICE_MS) : work_between_keys(loop);
    if (changed || ((worked || more_work) && !key_waits())) draw(loop); // else the key's picture shows it
    save_edits(loop);
  }
}

// Messages for the log would spoil the picture.
static void log_aside(bool aside) {
  char *folder = aside ? file_place(PLACE_STATE) : NULL;
  char *path = folder ? file_join(folder, "screen.log") : NULL;
  log_to_file(path);
  free(path);
  free(folder);
}

// Frees what the screen held, once nothing uses it any more.
static void end(Loop *loop, Session *session) {
  if (background_settle(loop->explorer, SETTLE_MS)) {
    explorer_free(loop->explorer); // leaves a replay: the plan is the user's again
    session_autosave_wait(session);
  } else {
    log_message(LOG_WARNING, "a script did not stop: it was left, with what it did");
    for (const Explorer *each = loop->explorer; each; each = each->beneath) {
      graph_set_forget(each->graphs, each);
      session_abandon(each->session);
    }
  }
  close_signals(loop); // a second one may end the program from here on, and cut nothing short
  grid_free(loop->grid);
  input_free(&loop->input);
}

bool ui_run(Session *session, const UiOptions *options, Status *status) {
  Loop loop = {.catalog = catalog_new()};
  UiOptions with_catalog = options ? *options : (UiOptions){0};
  with_catalog.catalog = loop.catalog;
  loop.explorer = explorer_new(session, &with_catalog, choose_glyphs(options), status);
  if (!loop.explorer) {
    catalog_free(loop.catalog);
    return false;
  }
  graphs_begin(loop.explorer, with_catalog.graphs);
  experiment_begin(loop.explorer, with_catalog.store);
  if (with_catalog.store) store_view_watch(with_catalog.store);
  open_signals(&loop);
  loop.terminal = terminal_open(with_catalog.color, !with_catalog.no_mouse, status);
  if (loop.terminal) {
    log_aside(true);
    catalog_start(loop.catalog);
    take_size(&loop);
    run(&loop);
    terminal_close(loop.terminal);
  }
  catalog_free(loop.catalog); // which may log until then
  log_aside(false);
  bool ok = loop.terminal != NULL && !loop.killed_by;
  if (loop.terminal && loop.killed_by)
    status_fail(status, STATUS_CANCELLED, "ended by signal %d", loop.killed_by);
  end(&loop, session);
  return ok;
}
