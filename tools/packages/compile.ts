import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'oxc-parser'
import type { TextRange } from '#core/text-range.ts'
import { root } from '#server/processes/prepare.mjs'

/** The files of a package by their paths, and the packages that they import. */
export interface Compiled {
  readonly files: ReadonlyMap<string, string>
  readonly imported: ReadonlySet<string>
}

/**
 * The JavaScript of sources and of everything that they import. Types are replaced by spaces, so that lines and columns of
 * a stack are those of the sources.
 */
export function compile(entries: readonly string[]): Compiled {
  return follow(entries, (path) => {
    const script = stripTypeScriptTypes(readFileSync(join(root, path), 'utf8'))
    const { module } = parseSync(path, script)
    const ranges = [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
      ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? [])),
      ...module.dynamicImports.map(({ moduleRequest }) => moduleRequest),
    ]
    const literal = ({ start, end }: TextRange) => /^(['"])(.*)\1$/.exec(script.slice(start, end))?.[2]
    return { text: script, ranges: ranges.filter((range) => literal(range) !== undefined) }
  })
}

/** The declarations of sources, made by the compiler of TypeScript in a folder, and of everything that they import. */
export function declarations(entries: readonly string[], folder: string): Compiled {
  return follow(entries, (path) => {
    const text = readFileSync(join(folder, path.replace(/\.ts$/, '.d.ts')), 'utf8')
    // Examples in comments import as well.
    const { comments } = parseSync(path, text)
    const isCode = (at: number) => !comments.some(({ start, end }) => at >= start && at < end)
    const ranges = [...text.matchAll(/(?:\bfrom |\bimport\(|^import )(['"][^'"]+['"])/gm)].map((match) => {
      const end = match.index + match[0].length
      return { start: end - (match[1]?.length ?? 0), end }
    })
    return { text, ranges: ranges.filter(({ start }) => isCode(start)) }
  })
}

interface Module {
  readonly text: string
  /** Where its specifiers are written, with their quotes. */
  readonly ranges: readonly TextRange[]
}

function follow(entries: readonly string[], read: (path: string) => Module): Compiled {
  const files = new Map<string, string>()
  const imported = new Set<string>()
  const open = [...entries]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (files.has(path)) continue
    const { text, ranges } = read(path)
    const parts: string[] = []
    let at = 0
    // An export of several names has the same specifier for each.
    const distinct = new Map(ranges.map((range) => [range.start, range]))
    for (const { start, end } of [...distinct.values()].toSorted((a, b) => a.start - b.start)) {
      const specifier = text.slice(start + 1, end - 1)
      const target = sourceOf(path, specifier)
      if (target?.endsWith('.ts')) open.push(target)
      if (target === null && !specifier.startsWith('node:')) imported.add(packageOf(specifier))
      parts.push(text.slice(at, start), `'${target === null ? specifier : specifierOf(path, target)}'`)
      at = end
    }
    files.set(path, parts.join('') + text.slice(at))
  }
  return { files, imported }
}

/** The source that a specifier names, from the root of the repository; null for one of another package. */
function sourceOf(path: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? join(dirname(path), specifier) : null
}

function specifierOf(from: string, target: string): string {
  const path = relative(dirname(from), target.replace(/\.ts$/, '.js'))
  return path.startsWith('.') ? path : `./${path}`
}

const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
