import { realpathSync, statSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { limits } from '#core/limits.ts'

/** The modules of people's own that this thread loads, from folders that may lie anywhere. */
export interface PeopleModules {
  /** Counts how often files have changed: what was loaded under another number is out of date. */
  generation(): number
  /** The address under which a file is imported in this generation. */
  urlOf(file: string): string
}

const sdkUrl = new URL('../../../sdk/steps.ts', import.meta.url).href

/**
 * From now on `heddle/steps` is ours, wherever it is imported. A file of the
 * folders that has changed makes a new generation, in which everything from
 * there is loaded anew, since a module does not tell who imports it; functions
 * of the old one that are running keep what they have. Files are looked at when
 * somebody asks for the generation, and left alone while they are being written.
 */
export function openPeopleModules(folders: readonly string[]): PeopleModules {
  const roots = folders.map((folder) => `${pathToFileURL(realPath(folder)).href}/`)
  /** What each file was when it was asked for first in this generation: what was read is that, or newer. */
  const loaded = new Map<string, string>()
  let generation = 0
  let lookedAt = Number.NEGATIVE_INFINITY

  const versioned = (url: string) => (generation === 0 || url.includes('?') ? url : `${url}?${generation}`)
  const isTheirs = (url: string) => roots.some((root) => url.startsWith(root)) && !url.includes('/node_modules/')

  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'heddle/steps') return { url: sdkUrl, shortCircuit: true }
      const resolved = next(specifier, context)
      if (!isTheirs(resolved.url)) return resolved
      const file = fileURLToPath(resolved.url)
      // A module that is there is not read again: what the file has become meanwhile is not what was loaded.
      if (!loaded.has(file)) loaded.set(file, stampOf(file)?.stamp ?? '')
      return { ...resolved, url: versioned(resolved.url) }
    },
  })

  return {
    generation() {
      const now = performance.now()
      if (now - lookedAt < limits.files.quietMs) return generation
      lookedAt = now
      for (const [file, stamp] of loaded) {
        const found = stampOf(file)
        if (!found || found.stamp === stamp || Math.abs(Date.now() - found.mtimeMs) < limits.files.quietMs) continue
        generation += 1
        loaded.clear()
        break
      }
      return generation
    },
    urlOf: (file) => versioned(pathToFileURL(file).href),
  }
}

/** Null for a file that is not there, which may be because it is being replaced. */
function stampOf(file: string): { readonly stamp: string; readonly mtimeMs: number } | null {
  const found = statSync(file, { throwIfNoEntry: false })
  return found ? { stamp: `${found.mtimeMs} ${found.size}`, mtimeMs: found.mtimeMs } : null
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}
