/**
 * No text of a page stands bare beside something that comes or goes. A browser's translator
 * replaces text nodes by elements of its own: React then fails to remove such a text, or to insert
 * something before it, and its changes are not seen. A text that is its element's only child is
 * safe, since React sets it through the element.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor, type ESTree } from 'vite';
import { expect, test } from 'vitest';
import { filesIn, ROOT } from './files.ts';

type Child = ESTree.JSXChild;

/** Without what is only for the source's layout: comments, and line ends. */
function childrenOf(parent: ESTree.JSXElement | ESTree.JSXFragment): readonly Child[] {
  return parent.children.filter((child) =>
    child.type === 'JSXText'
      ? !/^\s*\n\s*$/.test(child.value)
      : !(
          child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression'
        ),
  );
}

/**
 * Whether an expression yields elements, or nothing. `nodes` are the file's names of nodes from
 * elsewhere.
 */
function isElements(
  expression: ESTree.Expression | ESTree.JSXEmptyExpression,
  nodes: ReadonlySet<string>,
): boolean {
  switch (expression.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return true;
    case 'Literal':
      return expression.value === null;
    case 'Identifier':
      return nodes.has(expression.name);
    case 'ParenthesizedExpression':
      return isElements(expression.expression, nodes);
    case 'LogicalExpression':
      return isElements(expression.right, nodes);
    case 'ConditionalExpression':
      return isElements(expression.consequent, nodes) && isElements(expression.alternate, nodes);
    case 'CallExpression':
      return /\bmap$|^Array\.from$/.test(nameOf(expression.callee)) && !isTextual(expression);
    default:
      return false;
  }
}

/** Of a list's texts: `names.map((name) => name.toUpperCase())`. */
function isTextual({ arguments: given }: ESTree.CallExpression): boolean {
  const [made] = given.slice(-1);
  if (made?.type !== 'ArrowFunctionExpression' || made.body.type === 'BlockStatement') return false;
  return !isElements(made.body, new Set());
}

function nameOf(callee: ESTree.Expression): string {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return '';
  const of = callee.object.type === 'Identifier' ? callee.object.name : '';
  return `${of}.${callee.property.name}`;
}

/** They have no element of their own, so their children stand among their parent's. */
const TRANSPARENT: ReadonlySet<string> = new Set(['Fragment', 'Suspense', 'KeepServerHtml']);

function isTransparent(parent: ESTree.JSXElement | ESTree.JSXFragment): boolean {
  if (parent.type === 'JSXFragment') return true;
  const { name } = parent.openingElement;
  return name.type === 'JSXIdentifier' && TRANSPARENT.has(name.name);
}

/** The bare texts of a file, as `file:line text`. */
function bareTexts(file: string, source: string): readonly string[] {
  const nodes = new Set(
    [/(\w+)\??: ReactNode/g, /const (\w+) =[^;]*<\w/g].flatMap((pattern) =>
      [...source.matchAll(pattern)].map(([, name = '']) => name),
    ),
  );
  const found: string[] = [];
  const judge = (parent: ESTree.JSXElement | ESTree.JSXFragment): void => {
    const children = childrenOf(parent);
    const isAmongOthers = isTransparent(parent);
    if (children.length < 2 && !isAmongOthers) return;
    let follows = false;
    for (const child of children) {
      const isExpression = child.type === 'JSXExpressionContainer';
      const isFixed =
        child.type === 'JSXText' || (isExpression && child.expression.type === 'Literal');
      // Whatever the caller puts there: a text, as often as not.
      const isForeign =
        isExpression &&
        child.expression.type === 'Identifier' &&
        child.expression.name === 'children';
      const isText =
        isFixed || (isForeign && follows) || (isExpression && !isElements(child.expression, nodes));
      if (isText && (isAmongOthers || follows || !isFixed)) {
        const line = source.slice(0, child.start).split('\n').length;
        found.push(`${file}:${line} ${source.slice(child.start, child.end).trim().slice(0, 60)}`);
      }
      follows ||= isExpression && !isFixed;
    }
  };
  new Visitor({ JSXElement: judge, JSXFragment: judge }).visit(parseSync(file, source).program);
  return found;
}

test('a text beside what comes and goes has an element of its own', () => {
  expect(
    bareTexts('a.tsx', '<p>{count} of 3{isNew && <b />}</p>; <><b /> words</>;').map((text) =>
      text.replace(/^\S+ /, ''),
    ),
  ).toEqual(['{count}', 'of 3', 'words']);
  expect(bareTexts('a.tsx', '<p>{names.map((name) => `${name} `)}<b /></p>;')).toHaveLength(1);
  expect(bareTexts('a.tsx', '<p>{count}</p>; <p>Words <b>{count}</b></p>;')).toEqual([]);
  const files = filesIn('client/src', /(?<!\.test)\.tsx$/);
  expect(files).toContain('client/src/app/App.tsx');
  expect(files.flatMap((file) => bareTexts(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual(
    [],
  );
});
