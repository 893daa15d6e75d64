"""The fields of a declaration in the room there is: in large letters what does not fit is scrolled."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from desktop.widgets.room_area import RoomArea

LEAST_LINES = 2
"""Lines of fields that are seen at once however small the window is."""
_GAP = 6


class FieldsArea(RoomArea):
    """As high as its fields need to be, down to two lines of them."""

    def __init__(self, fields: QWidget, parent: QWidget | None = None) -> None:
        """Show ``fields``, whose layout has a height for each width."""
        super().__init__(fields, parent)
        self._most = 0
        fields.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)

    def keep_within(self, height: int) -> None:
        """Be no higher than so many pixels, or two lines of fields; 0 is as high as they need."""
        if height != self._most:
            self._most = height
            self.updateGeometry()

    def whole(self) -> int:
        """Return the height at which nothing has to be scrolled."""
        return super().heightForWidth(self.width())

    def heightForWidth(self, width: int) -> int:
        whole = super().heightForWidth(width)
        return min(whole, max(self._most, self._least())) if self._most else whole

    def _least(self) -> int:
        fields = self.widget()
        layout = None if fields is None else fields.layout()
        return 0 if layout is None else LEAST_LINES * (layout.sizeHint().height() + _GAP)

    def sizeHint(self) -> QSize:
        return QSize(self.minimumSizeHint().width(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        fields = self.widget()
        layout = None if fields is None else fields.layout()
        if layout is None:
            return QSize()
        return QSize(layout.minimumSize().width(), min(self._least(), self.heightForWidth(self.width())))
