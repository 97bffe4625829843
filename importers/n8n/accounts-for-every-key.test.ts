import { describe, expect, it } from 'vitest'
import { isJsonList, isJsonObject, type Json } from '#core/json.ts'
import type { Imported } from '../import-note.ts'
import { convertN8n } from './convert-n8n.ts'
import { caseFile, caseNames } from './testing/case-file.ts'

type Path = readonly (string | number)[]

const cases = caseNames.map((name): readonly [name: string, file: Json] => [name, caseFile(name)])

/** Every place of a value, with what stands there. */
function placesOf(value: Json, path: Path = []): readonly (readonly [Path, Json])[] {
  const inner = isJsonList(value) ? [...value.entries()] : isJsonObject(value) ? Object.entries(value) : []
  return [[path, value], ...inner.flatMap(([key, one]) => placesOf(one, [...path, key]))]
}

/** The value with something else at a place; undefined leaves the key out. */
function changed(value: Json, [key, ...rest]: Path, to: Json | undefined): Json {
  if (key === undefined) return to as Json
  if (isJsonList(value)) return value.map((one, index) => (index === key ? changed(one, rest, to) : one))
  const entries = Object.entries(value as object) as [string, Json][]
  if (rest.length === 0 && !entries.some(([name]) => name === key)) return { ...(value as object), [key]: to as Json }
  return Object.fromEntries(
    entries.flatMap(([name, one]) => {
      if (name !== key) return [[name, one]]
      return rest.length === 0 && to === undefined ? [] : [[name, changed(one, rest, to)]]
    }),
  )
}

const other = (value: Json): Json =>
  typeof value === 'string' ? `${value}x` : typeof value === 'number' ? value + 1 : value === null ? 1 : !value

/** Everything that is said and written of a file. */
const allOf = (imported: Imported): string => JSON.stringify(imported)

/** Is a key called by its name, as code? */
function names(imported: Imported, key: string): boolean {
  const said = imported.ok ? imported.notes.map(({ message }) => message) : [imported.message]
  const word = new RegExp(`(?<![\\w])${key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w])`)
  return said.some((message) => (message.match(/`[^`]*`/g) ?? []).some((code) => word.test(code)))
}

const keyOf = (path: Path): string => String(path.findLast((key) => typeof key === 'string'))

describe.each(cases)('of every key of %s', (_, file) => {
  const before = convertN8n(file)

  it('the text or the report changes with its value, or the report names it', () => {
    const silent = placesOf(file)
      .filter(([path, value]) => path.length > 0 && !isJsonList(value) && !isJsonObject(value))
      .filter(([path, value]) => {
        const after = convertN8n(changed(file, path, other(value)))
        return allOf(after) === allOf(before) && !names(before, keyOf(path))
      })
    expect(silent.map(([path]) => path.join('.'))).toEqual([])
  })

  it('that n8n does not have today, the report says that it is not carried over', () => {
    const silent = placesOf(file)
      .filter(([, value]) => isJsonObject(value))
      .filter(([path]) => {
        const after = convertN8n(changed(file, [...path, 'zz_new'], 'zz value'))
        return !names(after, 'zz_new') && !(after.ok && after.text.includes('zz_new'))
      })
    expect(silent.map(([path]) => path.join('.'))).toEqual([])
  })
})
