#pragma once
#include <curl/curl.h>

// libcurl's setters and getters are variadic macros, which Swift cannot call: one inline function for each kind of value.

static inline CURLcode curl_set_long(CURL *easy, CURLoption option, long value) {
    return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode curl_set_string(CURL *easy, CURLoption option, const char *value) {
    return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode curl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return (curl_easy_setopt)(easy, option, value);
}

typedef size_t (*curl_bytes_function)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode curl_set_bytes_function(CURL *easy, CURLoption option, curl_bytes_function function) {
    return (curl_easy_setopt)(easy, option, function);
}

static inline CURLcode curl_get_long(CURL *easy, CURLINFO information, long *value) {
    return (curl_easy_getinfo)(easy, information, value);
}

static inline CURLcode curl_get_string(CURL *easy, CURLINFO information, char **value) {
    return (curl_easy_getinfo)(easy, information, value);
}

static inline CURLcode curl_get_pointer(CURL *easy, CURLINFO information, void **value) {
    return (curl_easy_getinfo)(easy, information, value);
}

static inline CURLMcode curl_set_multi_long(CURLM *multi, CURLMoption option, long value) {
    return (curl_multi_setopt)(multi, option, value);
}

// The outcome of a finished message, which libcurl keeps in a union.
static inline CURLcode curl_message_result(const CURLMsg *message) {
    return message->data.result;
}
