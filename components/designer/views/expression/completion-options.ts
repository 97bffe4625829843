import type { Completion as Option } from '@codemirror/autocomplete'
import type { Completion } from '#core/expression/complete/expression-completions.ts'

/** The mapping between an expression and the text in which an editor shows it. */
export interface Written {
  toSource(at: number): number
  written(words: string): string
}

const asItIs: Written = { toSource: (at) => at, written: (words) => words }
const kinds: Readonly<Record<string, string>> = { macro: 'keyword', name: 'variable', field: 'property' }

/** The completions in CodeMirror's form: the same in a field and in the YAML. */
export function completionOptions(found: readonly Completion[], { toSource, written } = asItIs): readonly Option[] {
  return found.map(({ label, kind, detail, text, start }): Option => {
    const isCalled = kind === 'function' || kind === 'macro'
    return {
      label,
      detail: isCalled ? '' : detail,
      ...(isCalled ? { info: detail } : {}),
      type: kinds[kind] ?? kind,
      apply(view, _completion, _from, to) {
        const [from, insert] = [toSource(start), written(text)]
        view.dispatch({
          changes: { from, to, insert },
          selection: { anchor: from + insert.length },
          userEvent: 'input',
        })
      },
    }
  })
}
