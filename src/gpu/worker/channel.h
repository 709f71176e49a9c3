// One JSON object a line over a socket: how the worker and its owner talk.
#pragma once

#include "base/json.h"
#include "base/task.h"

typedef struct Channel {
  int descriptor;   // -1: closed
  Text pending;     // received, not yet a whole line
  const Task *task; // whose cancelling ends the wait for a line; NULL: none
} Channel;

void channel_close(Channel *channel);
// The longest that sending waits for the other side to read, above 0; else, for ever.
void channel_limit_sending(Channel *channel, double seconds);
// `line` must be one object without a newline inside; the newline is added. STATUS_INTERNAL when the other
// side is gone.
bool channel_send(Channel *channel, const Text *line, Status *status);

typedef enum ChannelResult {
  CHANNEL_RECEIVED,
  CHANNEL_TIMEOUT,   // nothing whole arrived in time
  CHANNEL_CANCELLED, // nothing whole arrived until the task was cancelled
  CHANNEL_CLOSED,    // the other side is gone
  CHANNEL_GARBAGE,   // a line that is no JSON object, or one without end
} ChannelResult;
// The next object, to be freed with json_free. `seconds` below zero: waits for ever.
ChannelResult channel_receive(Channel *channel, double seconds, Json **json);
