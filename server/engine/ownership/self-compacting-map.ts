/**
 * A map of what comes and goes all the time, and is large while it is there. V8 links the table that a
 * Map has outgrown to its next one. As soon as one of them has grown old, all
 * tables after it and what was ever in them live until the old generation is
 * collected, and every scavenge copies them. So the Map is replaced by a fresh one now and then.
 */
export type SelfCompactingMap<Key, Value> = Pick<
  Map<Key, Value>,
  'size' | 'get' | 'set' | 'has' | 'delete' | 'clear' | 'keys' | 'values' | 'entries'
>

/** Replaced when so many have gone since, and several times as many as there are: then a copy costs little. */
const GONE = { least: 256, timesSize: 4 }

export function createSelfCompactingMap<Key, Value>(): SelfCompactingMap<Key, Value> {
  let map = new Map<Key, Value>()
  let gone = 0
  return {
    get size() {
      return map.size
    },
    get: (key) => map.get(key),
    has: (key) => map.has(key),
    set(key, value) {
      map.set(key, value)
      return map
    },
    delete(key) {
      if (!map.delete(key)) return false
      gone += 1
      if (gone >= GONE.least && gone >= GONE.timesSize * map.size) {
        map = new Map(map)
        gone = 0
      }
      return true
    },
    clear() {
      map = new Map()
      gone = 0
    },
    keys: () => map.keys(),
    values: () => map.values(),
    entries: () => map.entries(),
  }
}
