/* The bytes of the file that the build has just made; LEAD_MANNEQUIN_FILE is its path. */
    .section .rodata
    .global leadMannequinBegin
    .global leadMannequinEnd
    .balign 16
leadMannequinBegin:
    .incbin LEAD_MANNEQUIN_FILE
leadMannequinEnd:
    .byte 0
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack,"",%progbits
#endif
