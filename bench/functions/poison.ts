/** Steps that take what runs them with them, beside others that do not. */
export function loopForever() {
  for (;;);
}

export function eatMemory() {
  const eaten: number[][] = []
  for (;;) eaten.push(new Array<number>(4_000_000).fill(eaten.length))
}

export function exit() {
  process.exit(3)
}
