/** What is shown in the place of the name of a person who was erased. */
export const erasedName = 'Erased person'

/**
 * JSON text of events, states or commands with the name of a person erased, wherever it stands beside their id as an
 * actor. The id stays. Null where the text does not name them. The result erases nothing more when it is erased again.
 */
export function eraseName(text: string, personId: string): string | null {
  // Few texts name a person at all: those are not parsed.
  if (!text.includes(JSON.stringify(personId))) return null
  let isErased = false
  const value: unknown = JSON.parse(text, (key, part: unknown) => {
    if ((key !== 'actor' && key !== 'by') || !isNamed(part, personId)) return part
    isErased = true
    return { ...part, name: erasedName }
  })
  return isErased ? JSON.stringify(value) : null
}

function isNamed(part: unknown, personId: string): part is { readonly id: string; readonly name: string } {
  if (typeof part !== 'object' || part === null || !('id' in part) || !('name' in part)) return false
  return part.id === personId && typeof part.name === 'string' && part.name !== erasedName
}
