// Giving the terminal back when the program cannot go on: crashes, signals that end it, the end of memory.
#pragma once

// Remembers the terminal's modes and the bytes that restore its screen (copied, cut to 256), and catches
// signals that would end the program until rescue_disarm; writes beyond a limit or to nobody fail instead.
void rescue_arm(const char *restore);
void rescue_disarm(void);
