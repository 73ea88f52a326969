/** What a toast says. */
export interface ToastContent {
  readonly title: string;
  readonly description?: string;
  /** Why, in a line of its own below words that SPEC.md fixes. */
  readonly reason?: string | undefined;
  readonly tone: 'success' | 'destructive';
}
