import { realpathSync, statSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { limits } from '#core/limits.ts'

/** User modules that this thread loads, from folders that may lie anywhere. */
export interface UserModules {
  /** Counts how often files have changed: a module that was loaded under another number is out of date. */
  generation(): number
  /** The address under which a file is imported in this generation. */
  urlOf(file: string): string
}

const urlOfSdk = (file: string) => new URL(`../../../../sdk/${file}`, import.meta.url).href
const sdk: { readonly [specifier: string]: string } = {
  'heddle/steps': urlOfSdk('steps.ts'),
  'heddle/activity': urlOfSdk('activity.ts'),
}

/**
 * The loader hook resolves `heddle/steps` and `heddle/activity` to the SDK of this installation, wherever they are
 * imported. A changed file of the folders makes a new generation, in which all modules of the folders are loaded anew,
 * since a module does not know its importers; running functions of the old generation keep their modules. A call of `generation` checks the files,
 * and ignores a file that is being written.
 */
export function openUserModules(folders: readonly string[]): UserModules {
  const roots = folders.map((folder) => `${pathToFileURL(realPath(folder)).href}/`)
  /** Stamp of each file at its first import in this generation: the text that was read is that old, or newer. */
  const loaded = new Map<string, string>()
  let generation = 0
  let lookedAt = Number.NEGATIVE_INFINITY

  const versioned = (url: string) => (generation === 0 || url.includes('?') ? url : `${url}?${generation}`)
  const isTheirs = (url: string) => roots.some((root) => url.startsWith(root)) && !url.includes('/node_modules/')

  registerHooks({
    resolve(specifier, context, next) {
      const own = Object.hasOwn(sdk, specifier) ? sdk[specifier] : undefined
      if (own !== undefined) return { url: own, shortCircuit: true }
      const resolved = next(specifier, context)
      if (!isTheirs(resolved.url)) return resolved
      const file = fileURLToPath(resolved.url)
      // A loaded module is not read again: the first stamp stays, since a later one is not of the text that was loaded.
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
