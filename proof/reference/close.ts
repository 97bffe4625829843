import { type Book, isAwaiting, say, stepNames, visitOf } from './book.ts'

/** The run ends: what has not been decided never will be. */
export function close(book: Book, status: string): void {
  book.status = status
  book.held = false
  for (const name of stepNames(book)) {
    const visit = visitOf(book, name)
    if (visit.now === 'untouched' || isAwaiting(visit)) skip(book, name, 'unreached')
  }
}

export function skip(book: Book, name: string, why: 'dead' | 'unreached'): void {
  visitOf(book, name).now = why
  say(book, name, `skipped (${why})`)
}
