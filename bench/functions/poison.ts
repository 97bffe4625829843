/** Steps that take what runs them with them, beside others that do not. */
export function loopForever() {
  for (;;);
}

export function exit() {
  process.exit(3)
}
