/* Machines from C. Ends with 0 where all is as it must be. */

#include "check.h"

int main(void) {
    char *error = NULL, *text = NULL;
    assay_machine *machine = NULL;
    IS(assay_machine_open("mncore2", NULL, &machine, &error) == ASSAY_STATUS_OK);
    static const char source[] = "imm i\"5\" $lr0v\nd getf $lr0n0c0b0m0p0 1\n";
    REFUSED(assay_machine_run(machine, 0, &text, &error), ASSAY_STATUS_PROGRAM, "there is no program");
    assay_text_free(text);
    IS(assay_machine_load(machine, 0, source, strlen(source), &error) == ASSAY_STATUS_OK);
    IS(assay_machine_run(machine, 0, &text, &error) == ASSAY_STATUS_OK);
    IS(text != NULL && strncmp(text, "DEBUG-GREG0(n0c0b0m0p0,0):", 26) == 0);
    assay_text_free(text);
    IS(assay_machine_get(machine, "pe[0,0,0].r[0]", 1, &text, &error) != ASSAY_STATUS_OK || text != NULL);
    assay_text_free(text);
    assay_text_free(error);
    error = NULL;

    static const char wrong[] = "imm i\"5\" $lr0v\nfvad $lr0v $lr0v $lr2v\n";
    REFUSED(assay_machine_load(machine, 0, wrong, strlen(wrong), &error), ASSAY_STATUS_PROGRAM, "line 2");
    REFUSED(assay_machine_load(machine, 1, source, strlen(source), &error), ASSAY_STATUS_NAME, "core 1");
    REFUSED(assay_machine_load(machine, 0, NULL, 3, &error), ASSAY_STATUS_POINTER, "`source` is NULL");
    REFUSED(assay_machine_load_file(machine, 0, "there/is/none.vsm", &error), ASSAY_STATUS_FILE, "there/is/none.vsm");
    /* Nothing of what was refused took the place of what was there. */
    IS(assay_machine_run(machine, 0, NULL, &error) == ASSAY_STATUS_OK);
    REFUSED(assay_machine_get(machine, "no such part", 1, &text, &error), ASSAY_STATUS_NAME, "no such part");
    IS(text == NULL);
    REFUSED(assay_machine_run(NULL, 0, NULL, &error), ASSAY_STATUS_POINTER, "`machine` is NULL");
    assay_machine_close(machine);

    /* Step by step. */
    IS(assay_machine_open("mncore2", NULL, &machine, &error) == ASSAY_STATUS_OK);
    REFUSED(assay_machine_step(machine, 1, &text, &error), ASSAY_STATUS_PROGRAM, "there is no program");
    static const char longer[] = "imm i\"5\" $lr0v\nnop/4\nlpassa $lr0v $lm0v\nnop/4\nd get $lm0n0c0b0m0p0 1\n";
    IS(assay_machine_load(machine, 0, longer, strlen(longer), &error) == ASSAY_STATUS_OK);
    IS(assay_machine_step(machine, 1, &text, &error) == ASSAY_STATUS_OK);
    IS(text != NULL && strlen(text) == 0);
    assay_text_free(text);
    REFUSED(assay_machine_set(machine, "$lm0n0c0b0m0p0", "1", &error), ASSAY_STATUS_PROGRAM, "stands at step 1");
    IS(assay_machine_step(machine, 1000, &text, &error) == ASSAY_STATUS_END);
    IS(text != NULL && strlen(text) > 0);
    assay_text_free(text);
    IS(assay_machine_step(machine, 1, NULL, &error) == ASSAY_STATUS_END);
    REFUSED(assay_machine_step(NULL, 1, NULL, &error), ASSAY_STATUS_POINTER, "`machine` is NULL");
    assay_machine_close(machine);

    IS(assay_machine_open("pod", NULL, &machine, &error) == ASSAY_STATUS_OK);
    IS(assay_machine_dump(machine, &text, &error) == ASSAY_STATUS_OK && text != NULL);
    assay_text_free(text);
    assay_machine_close(machine);
    REFUSED(assay_machine_open("mncore3", NULL, &machine, &error), ASSAY_STATUS_NAME, "right: mncore2, pod, xdsa, tile");
    IS(machine == NULL);
    REFUSED(assay_machine_open("tile", "vlen", &machine, &error), ASSAY_STATUS_NAME, "NAME=VALUE");
    REFUSED(assay_machine_open("tile", "vlenn=1", &machine, &error), ASSAY_STATUS_NAME, "vlenn");
    assay_machine_close(NULL);
    return failed;
}
