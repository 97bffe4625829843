/** A LIKE pattern that finds `text` anywhere, its wildcards taken literally. */
export const containing = (text: string): string => `%${literally(text)}%`

/** A LIKE pattern of a name template, in which `*` stands for any characters, and every other character for itself. */
export const namedLike = (template: string): string => literally(template).replaceAll('*', '%')

const literally = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`)
