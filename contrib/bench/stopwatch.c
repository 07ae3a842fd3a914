// Times what Python would be too slow for.
//
//   stopwatch run COUNT PAUSE PROGRAM ARGUMENT…      whole processes, with PAUSE milliseconds between them
//   stopwatch ready SOCKET WORD… -- PROGRAM ARGUMENT…  from exec to READY=1, and to the first answer; then ends it
//   stopwatch calls SECONDS SOCKET WORD…             answered calls a second, one after the other
//
// WORD… is how to ask: the server's greeting ("" for none), the request, and what its answer ends with.
// Prints one figure a line: microseconds, or calls a second.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

struct question { const char *greeting, *request, *ending; };

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

/// Starts a program; its output goes nowhere, and so do its errors unless they are wanted.
static pid_t start(char **words, int errors) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    if (!errors) posix_spawn_file_actions_adddup2(&actions, 1, 2);
    pid_t process;
    errno = posix_spawnp(&process, words[0], &actions, NULL, words, environ);
    if (errno) fail(words[0]);
    return process;
}

static struct sockaddr_un address(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    return address;
}

/// Reads until what came ends as an answer does.
static void await(int server, const char *ending) {
    static char buffer[1 << 20];
    size_t count = 0, length = strlen(ending);
    while (count < length || memcmp(buffer + count - length, ending, length)) {
        if (count == sizeof buffer) count = 0;
        ssize_t more = read(server, buffer + count, sizeof buffer - count);
        if (more <= 0) fail("read");
        count += more;
    }
}

static void ask(int server, struct question question) {
    size_t length = strlen(question.request);
    if (write(server, question.request, length) != (ssize_t)length) fail("write");
    await(server, question.ending);
}

static int connect_to(const char *path, struct question question) {
    int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_un peer = address(path);
    if (connect(server, (struct sockaddr *)&peer, sizeof peer)) fail(path);
    if (*question.greeting) await(server, "\n");
    return server;
}

static void run(int count, int pause, char **words) {
    for (int turn = 0; turn < count; turn++) {
        double begin = now();
        pid_t process = start(words, 1);
        int status;
        waitpid(process, &status, 0);
        printf("%.1f\n", now() - begin);
        if (status) {
            fprintf(stderr, "%s ended with %d\n", words[0], WEXITSTATUS(status));
            exit(1);
        }
        usleep(pause * 1000);
    }
}

static void ready(const char *path, struct question question, char **words) {
    char name[64] = "/tmp/mood-bench-notify-XXXXXX";
    if (!mkdtemp(name)) fail(name);
    char folder[64];
    strcpy(folder, name);
    strcat(name, "/socket");
    int notices = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    struct sockaddr_un here = address(name);
    if (bind(notices, (struct sockaddr *)&here, sizeof here)) fail(name);
    setenv("NOTIFY_SOCKET", name, 1);
    double begin = now();
    pid_t process = start(words, 0);
    char notice[4096] = "";
    while (!strstr(notice, "READY=1")) {
        ssize_t count = recv(notices, notice, sizeof notice - 1, 0);
        if (count < 0) fail("recv");
        notice[count] = 0;
    }
    printf("%.1f\n", now() - begin);
    int server = connect_to(path, question);
    ask(server, question);
    printf("%.1f\n", now() - begin);
    close(server);
    kill(process, SIGTERM);
    waitpid(process, NULL, 0);
    unlink(name);
    rmdir(folder);
}

static void calls(double seconds, const char *path, struct question question) {
    int server = connect_to(path, question);
    for (int turn = 0; turn < 1000; turn++) ask(server, question);
    double begin = now(), end = begin + seconds * 1e6, time = begin;
    long count = 0;
    for (; time < end; time = now())
        for (int turn = 0; turn < 100; turn++, count++) ask(server, question);
    printf("%.0f\n", count / (time - begin) * 1e6);
}

int main(int count, char **words) {
    signal(SIGPIPE, SIG_IGN);
    if (count >= 5 && !strcmp(words[1], "run")) {
        run(atoi(words[2]), atoi(words[3]), words + 4);
    } else if (count >= 8 && !strcmp(words[1], "ready")) {
        ready(words[2], (struct question){words[3], words[4], words[5]}, words + 7);
    } else if (count == 7 && !strcmp(words[1], "calls")) {
        calls(atof(words[2]), words[3], (struct question){words[4], words[5], words[6]});
    } else {
        fprintf(stderr, "stopwatch: wrong usage\n");
        return 2;
    }
}
