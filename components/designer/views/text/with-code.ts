import { codeParts } from '#components/ui/text/code-parts.ts'
import { isolateSentence } from '#core/definition/escape-invisible.ts'

/** A sentence with its code set as code, for elements that the editor draws without React. */
export function withCode(sentence: string): DocumentFragment {
  const fragment = document.createDocumentFragment()
  for (const { text, isCode } of codeParts(isolateSentence(sentence))) {
    fragment.append(isCode ? Object.assign(document.createElement('code'), { textContent: text }) : text)
  }
  return fragment
}
