import { readFileSync } from 'node:fs'

/** The code blocks of a Markdown file in a language, in their order. */
export function snippetsOf(file: string, language: 'ts' | 'python'): readonly string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, code = '']) =>
    name === language ? [code] : [],
  )
}
