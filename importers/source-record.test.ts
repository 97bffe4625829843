import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isJsonList, isJsonObject, type Json } from '#core/json.ts'
import { SourceRecord } from './source-record.ts'

describe('a record of a source file', () => {
  const file = { name: 'A', options: { page: { size: 5 }, 'a b': 1, limit: 2 }, list: [{ x: 1 }, { x: 2, y: 3 }] }

  it('lists every key that was not settled, and what was not looked into as one', () => {
    expect(new SourceRecord(file).unsettled()).toEqual(['name', 'options', 'list'])
    const record = new SourceRecord(file)
    expect(record.take('name')).toBe('A')
    expect(record.at('list', 1).take('x')).toBe(2)
    expect(record.take('options', 'page', 'size')).toBe(5)
    expect(record.unsettled()).toEqual(['options["a b"]', 'options.limit', 'list[0]', 'list[1].y'])
    record.at('options').settle('a b', 'limit')
    record.settle('list')
    expect(record.unsettled()).toEqual([])
  })

  it('reads without settling, and finds nothing where nothing is', () => {
    const record = new SourceRecord(file)
    expect(record.peek('options', 'limit')).toBe(2)
    expect([record.peek('list', 'length'), record.peek('name', 'length'), record.peek('toString')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(record.unsettled()).toEqual([
      'name',
      'options.page',
      'options["a b"]',
      'options.limit',
      'list[0]',
      'list[1]',
    ])
  })

  it('has nothing to say of a map that was looked into and is empty', () => {
    const record = new SourceRecord({ options: {}, more: {}, rows: [], one: null })
    record.at('options').settle('any')
    record.at('rows')
    expect(record.unsettled()).toEqual(['more', 'one'])
  })

  it('names what is ignored once, where it is there', () => {
    const record = new SourceRecord(file)
    record.ignore('name', 'id')
    record.at('list', 0).ignore('x')
    record.at('list', 1).ignore('x')
    expect(record.ignored()).toEqual(['name', 'x'])
    expect(record.unsettled()).toEqual(['options', 'list[1].y'])
  })

  it('accounts for every leaf: settled, or inside a path that is listed', () => {
    const leaves = (value: Json, path: readonly (string | number)[] = []): (readonly (string | number)[])[] => {
      const inner = isJsonList(value) ? [...value.entries()] : isJsonObject(value) ? Object.entries(value) : []
      return inner.length === 0 ? [path] : inner.flatMap(([key, one]) => leaves(one, [...path, key]))
    }
    const key = fc.constantFrom('a', 'b', 'c')
    const tree = fc.letrec<{ node: Json }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        fc.integer(),
        fc.dictionary(key, tie('node'), { minKeys: 1, noNullPrototype: true }),
        fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
      ),
    })).node
    fc.assert(
      fc.property(
        fc.dictionary(key, tree, { noNullPrototype: true }),
        fc.infiniteStream(fc.boolean()),
        (value, coin) => {
          const record = new SourceRecord(value as Json)
          const all = leaves(value as Json).filter((path) => path.length > 0)
          const taken = all.filter(() => coin.next().value)
          for (const path of taken) record.take(...path)
          const listed = record.unsettled()
          const isListed = (path: readonly (string | number)[]) => {
            const steps = path.map((_, at) => written(path.slice(0, at + 1)))
            return steps.some((one) => listed.includes(one))
          }
          for (const path of all) expect(isListed(path)).toBe(!taken.includes(path))
        },
      ),
    )
  })
})

const written = (path: readonly (string | number)[]): string =>
  path.reduce<string>((at, key) => (typeof key === 'number' ? `${at}[${key}]` : at === '' ? key : `${at}.${key}`), '')
