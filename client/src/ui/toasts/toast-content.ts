/** A toast's text. */
export interface ToastContent {
  readonly title: string;
  readonly description?: string;
  /** The reason, on a line of its own below text that the specification fixes. */
  readonly reason?: string | undefined;
  readonly tone: 'success' | 'destructive';
}
