/* What the programs here check with. */

#ifndef CHECK_H
#define CHECK_H

#include "assay.h"

#include <stdio.h>
#include <string.h>

static int failed;

#define IS(what)                                                                                                       \
    do {                                                                                                               \
        if (!(what)) {                                                                                                 \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #what);                                         \
            failed = 1;                                                                                                \
        }                                                                                                              \
    } while (0)

/* The status is this one, and the words have this in them. */
static void refused(int line, assay_status found, assay_status right, char **error, const char *words) {
    if (found != right || *error == NULL || strstr(*error, words) == NULL) {
        fprintf(stderr, "line %d: status %d, words %s\n  right: %d, %s\n", line, found, *error ? *error : "NULL", right, words);
        failed = 1;
    }
    assay_text_free(*error);
    *error = NULL;
}
#define REFUSED(call, status, words) refused(__LINE__, call, status, &error, words)

#endif
