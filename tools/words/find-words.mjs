// Declarations whose names contain a banned word: types, functions, constants,
// classes and their methods at any depth are names that readers meet; local
// variables within functions are not.
import { parseSync } from 'oxc-parser'
import { bannedTypes, bannedWords } from './banned-words.mjs'

/** @typedef {{ path: string, name: string, word: string, instead: string }} Finding */

/**
 * The banned names of a source file: its own name and its declarations.
 * @param {string} path of the file, from the root of the repository
 * @param {string} text of the file
 * @returns {Finding[]}
 */
export function findWords(path, text) {
  const file = path.split('/').at(-1) ?? ''
  const own = bannedPart(file.replace(/\..*$/, ''))
  const found = own === null ? [] : [{ path, name: file, ...own }]
  for (const [name, isType] of declarations(parseSync(path, text).program)) {
    const banned = (isType && bannedType(name)) || bannedPart(name)
    if (banned) found.push({ path, name, ...banned })
  }
  return found
}

/** The names of declarations at the top of a file and of the members of its classes; and whether each is a type. */
function declarations(program) {
  return program.body.flatMap((statement) => {
    const declared = statement.declaration ?? statement
    if (declared.type === 'VariableDeclaration') return declared.declarations.flatMap(({ id }) => named(id, false))
    if (!declared.id?.name) return []
    const members = (declared.body?.body ?? []).flatMap(({ key }) => named(key, false))
    const isType = /^(TS|Class)/.test(declared.type)
    return [[declared.id.name, isType], ...(declared.type === 'ClassDeclaration' ? members : [])]
  })
}

const named = (node, isType) => (node?.name ? [[node.name, isType]] : [])

function bannedType(name) {
  return Object.hasOwn(bannedTypes, name) ? { word: name, instead: bannedTypes[name] } : null
}

/** The first banned word among the words of a name in camel case, kebab case or capitals. */
function bannedPart(name) {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^A-Za-z0-9]+/)
  const word = words.map((one) => one.toLowerCase()).find((one) => Object.hasOwn(bannedWords, one))
  return word === undefined ? null : { word, instead: bannedWords[word] }
}
