/** A button that changes a list, where each change replaces the list as a whole. */
import { Button, type ButtonProps, type ElementProps } from '@mantine/core';

interface ListButtonProps
  extends Omit<ButtonProps, 'data-disabled'>,
    ElementProps<'button', keyof ButtonProps | 'onClick'> {
  /** While the list is loaded again after a change, another one would start from the old list and undo it. */
  readonly isRefreshing: boolean;
  readonly onClick: () => void;
}

/** Does nothing while the list is loaded again. It keeps the focus, which a window returns to it. */
export function ListButton({ isRefreshing, onClick, ...props }: ListButtonProps) {
  return (
    <Button
      {...props}
      {...(isRefreshing && { 'data-disabled': true, 'aria-disabled': true })}
      onClick={() => {
        if (!isRefreshing) onClick();
      }}
    />
  );
}
