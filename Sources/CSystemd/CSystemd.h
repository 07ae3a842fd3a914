#pragma once
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <systemd/sd-event.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>
#include <systemd/sd-bus.h>
#include <sys/pidfd.h>

/* The name of the calling thread, as `ps -L` shows it; at most 15 bytes. */
static inline void name_thread(const char *name) {
        prctl(PR_SET_NAME, name, 0, 0, 0);
}

/* The rows of a bus object's table, which sd-bus-vtable.h makes of literals only. */
static inline sd_bus_vtable bus_table_start(void) {
        return (sd_bus_vtable) SD_BUS_VTABLE_START(0);
}
static inline sd_bus_vtable bus_table_end(void) {
        return (sd_bus_vtable) SD_BUS_VTABLE_END;
}
static inline sd_bus_vtable bus_table_method(
                const char *member, const char *arguments, const char *result, const char *names,
                sd_bus_message_handler_t handler) {
        return (sd_bus_vtable) {
                .type = _SD_BUS_VTABLE_METHOD, .flags = SD_BUS_VTABLE_UNPRIVILEGED,
                .x = { .method = { .member = member, .signature = arguments, .result = result, .handler = handler,
                                   .names = names } } };
}
static inline sd_bus_vtable bus_table_signal(const char *member, const char *arguments, const char *names) {
        return (sd_bus_vtable) {
                .type = _SD_BUS_VTABLE_SIGNAL,
                .x = { .signal = { .member = member, .signature = arguments, .names = names } } };
}
static inline sd_bus_vtable bus_table_property(
                const char *member, const char *type, sd_bus_property_get_t get, sd_bus_property_set_t set,
                uint64_t flags) {
        return (sd_bus_vtable) {
                .type = set ? _SD_BUS_VTABLE_WRITABLE_PROPERTY : _SD_BUS_VTABLE_PROPERTY,
                .flags = flags | (set ? SD_BUS_VTABLE_UNPRIVILEGED : 0),
                .x = { .property = { .member = member, .signature = type, .get = get, .set = set } } };
}

/* What the Glibc module leaves out, being GNU's. Its headers aren't included here: they would take names from that module. */
#ifndef F_OFD_SETLK
#define F_OFD_SETLK 37
#endif
struct sockaddr;
int accept4(int, struct sockaddr *, unsigned int *, int);
int pipe2(int[2], int);
#include <malloc.h>
#include <spawn.h>
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

/* The variables of the process; they don't change once it has a second thread. */
static inline char **process_environment(void) {
        extern char **environ;
        return environ;
}
