#pragma once
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <systemd/sd-event.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>
#include <systemd/sd-bus.h>

/* The name of the calling thread, as `ps -L` shows it; at most 15 bytes. */
static inline void name_thread(const char *name) {
        prctl(PR_SET_NAME, name, 0, 0, 0);
}

/* What the Glibc module leaves out, being GNU's. Its headers aren't included here: they would take names from that module. */
#ifndef F_OFD_SETLK
#define F_OFD_SETLK 37
#endif
struct sockaddr;
int accept4(int, struct sockaddr *, unsigned int *, int);
#include <malloc.h>
