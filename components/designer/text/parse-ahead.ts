import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { whenIdle } from '../when-idle.ts'

/** Nothing was changed for so long: the editor has done by then what it does by itself. */
const pauseMs = 1_000
/** It is parsed in pieces of so long, between which the page answers. */
const pieceMs = 8

/**
 * Parses the text to its end while nobody does anything. The editor alone stops 100,000 characters behind what is in view,
 * and of a tree that ends within `steps` it can use nothing again: each change would have it parse all of that anew.
 */
export const parseAhead = ViewPlugin.fromClass(
  class {
    readonly view: EditorView
    timer: ReturnType<typeof setTimeout> | undefined
    isDestroyed = false

    constructor(view: EditorView) {
      this.view = view
      this.parseLater()
    }

    update({ docChanged }: ViewUpdate) {
      if (docChanged) this.parseLater()
    }

    parseLater() {
      clearTimeout(this.timer)
      this.timer = setTimeout(() => void this.parse(), pauseMs)
    }

    async parse() {
      const { doc } = this.view.state
      while (syntaxTree(this.view.state).length < doc.length) {
        await whenIdle()
        if (this.isDestroyed || this.view.state.doc !== doc) return
        // Shown by an update of its own, and only once it is whole.
        if (ensureSyntaxTree(this.view.state, doc.length, pieceMs) !== null) this.view.dispatch({})
      }
    }

    destroy() {
      this.isDestroyed = true
      clearTimeout(this.timer)
    }
  },
)
