/**
 * The command line that a program is run under so that the system answers EIO to syncs of files, as a broken disk does; what was written stays
 * where it can be read. Needs strace, and no rights beyond those of the program itself.
 *
 * @param files whose syncs fail
 * @param when of the syncs of each thread, as strace says it: `5` the fifth alone, `5+` also those after it
 */
export const failingSyncs = (files: readonly string[], when: string): string[] => [
  'strace',
  '-D',
  '-f',
  '--seccomp-bpf',
  '--output=/dev/null',
  '--trace=fsync,fdatasync',
  `--inject=fsync,fdatasync:error=EIO:when=${when}`,
  ...files.flatMap((file) => ['-P', file]),
];
