import { type RefObject, useMemo } from 'react'

/**
 * Says on the canvas itself that the view, or a step, is moving, so that cards do without what is costly to paint. An
 * attribute: no node is rendered anew. It begins with the first movement, not with the press, which may be a click.
 */
export function useMoving(root: RefObject<HTMLElement | null>) {
  return useMemo(() => {
    const begin = () => root.current?.toggleAttribute('data-moving', true)
    const end = () => root.current?.toggleAttribute('data-moving', false)
    return { begin, end }
  }, [root])
}
