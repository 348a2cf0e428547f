"""Figures of the shop: kept by jobs as totals of days, shown with their definitions and the rows behind them."""
