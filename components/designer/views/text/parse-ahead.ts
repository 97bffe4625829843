import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { whenIdle } from '#components/ui/pacing/when-idle.ts'

/** The idle time before parsing begins; the editor has finished its own work by then. */
const pauseMs = 1_000
/** Parsing runs in slices of this length, so that the page stays responsive in between. */
const pieceMs = 8

/**
 * Parses the whole text while the editor is idle. The editor alone stops 100,000 characters after the viewport. A tree
 * that ends within `steps` cannot be reused: each change would parse that part again.
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
        // The whole tree is shown by its own update, once parsing has finished.
        if (ensureSyntaxTree(this.view.state, doc.length, pieceMs) !== null) this.view.dispatch({})
      }
    }

    destroy() {
      this.isDestroyed = true
      clearTimeout(this.timer)
    }
  },
)
