/**
 * A map for large values that come and go all the time. V8 links a table that a Map has outgrown to the next one. Once
 * one of these tables is in the old generation, all tables after it, with every value that was ever in them, live until
 * the old generation is collected, and every scavenge copies them. So this map replaces its Map by a fresh one at times.
 */
export type SelfCompactingMap<Key, Value> = Pick<
  Map<Key, Value>,
  'size' | 'get' | 'set' | 'has' | 'delete' | 'clear' | 'keys' | 'values' | 'entries'
>

/**
 * The Map is replaced after so many deletions, and several times as many as it has entries: then a copy costs little.
 */
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
