import type { Definition } from '#core/definition/definition.ts'
import { limits } from '#core/limits.ts'

/** The tags stored beside a workflow. A draft may have more or longer ones; those are errors in it, and are left out. */
export function tagsOf(definition: Definition | null): readonly string[] {
  const { tags, tagCharacters } = limits.definition
  return (definition?.tags ?? []).filter((tag) => tag.length <= tagCharacters).slice(0, tags)
}
