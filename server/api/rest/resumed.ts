/** All items of a generator whose first item has been taken already. */
export async function* resumed<Item>(first: IteratorResult<Item>, rest: AsyncGenerator<Item>): AsyncGenerator<Item> {
  if (first.done) return
  yield first.value
  yield* rest
}
