/** A LIKE pattern that finds `text` anywhere, its wildcards taken literally. */
export const containing = (text: string): string => `%${literally(text)}%`

/** A LIKE pattern of a template of names, in which `*` stands for any characters, and nothing else for others than itself. */
export const namedLike = (template: string): string => literally(template).replaceAll('*', '%')

const literally = (text: string) => text.replace(/[\\%_]/g, (character) => `\\${character}`)
