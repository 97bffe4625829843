/** Numbers of rounds from 0: so many, or fewer when they take too long, but never fewer than ten. */
export function* rounds(most: number, withinMs: number): Generator<number> {
  const deadline = performance.now() + withinMs
  for (let round = 0; round < most && (round < 10 || performance.now() < deadline); round += 1) yield round
}
